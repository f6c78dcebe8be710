import { fromCallback, type AnyActorLogic } from 'xstate';
import { errorEvent } from '#engine/flow/effects.ts';
import { poll, type EffectInput, type WatchChanged } from '#engine/flow/flow.ts';
import { refusalOf } from './door.ts';
import type { LongEffect } from './long-effect.ts';
import { listen } from './news.ts';
import { readAgain } from './read-again.ts';

/** Messages may pour in: the call is made at most this often, in milliseconds. */
const REST = 500;

/** Reads a call until its state is left, and tells the machine each reply. */
export function watchCall({ name, effect: { topic }, door, hear }: LongEffect): AnyActorLogic {
  return fromCallback<{ type: string }, EffectInput>(({ input, self, sendBack, receive }) => {
    const { ids, ...request } = input;
    const controller = new AbortController();
    const { signal } = controller;
    const news = listen(
      hear,
      (said, about) => said === topic && (ids === undefined || ids.some((id) => about.includes(id))),
    );

    async function follow(): Promise<never> {
      for (;;) {
        const output = await readAgain(() => door(name, request, { signal }), {
          effect: name,
          news,
          signal,
          tell: sendBack,
        });
        signal.throwIfAborted();
        sendBack({ type: 'watch.changed', effect: name, output } satisfies WatchChanged);
        await news.next(signal, REST, poll.seconds * 1000);
        signal.throwIfAborted();
      }
    }

    receive(({ type }) => {
      if (type === 'watch.now') news.wake();
    });
    follow().catch((error: unknown) => {
      if (!signal.aborted) sendBack(errorEvent(self.id, refusalOf(error)));
    });
    return () => {
      controller.abort();
      news.stop();
    };
  });
}
