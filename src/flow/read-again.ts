import { poll, type EffectRetries } from '#engine/flow/flow.ts';
import { isRefusal, isUncertain } from '#engine/flow/refusal.ts';
import { refusalOf } from './door.ts';
import { notLeaving } from './leaving.ts';
import type { News } from './news.ts';

/** After a reading without a reply a message may lead to the next one after so many milliseconds. */
const REST = 1000;

interface Reading {
  effect: string;
  news: News;
  signal: AbortSignal;
  /** Told before each pause. */
  tell(event: EffectRetries): void;
}

/**
 * Reads until there is a reply. After a failure that the server did not decide on it reads again, as `poll` says; throws the
 * last failure once it has tried often enough, and a decided one at once.
 */
export async function readAgain<T>(read: () => Promise<T>, { effect, news, signal, tell }: Reading): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await read();
    } catch (failure) {
      signal.throwIfAborted();
      const error = refusalOf(failure);
      if (!isRefusal(error) || !isUncertain(error.code) || count > poll.retries) throw failure;
      if (error.code === 'offline') await notLeaving();
      signal.throwIfAborted();
      tell({ type: 'effect.retries', effect, error, retries: { count, most: poll.retries } });
      await news.next(signal, REST, poll.seconds * 1000);
      signal.throwIfAborted();
    }
  }
}
