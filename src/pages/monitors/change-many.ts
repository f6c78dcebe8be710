import { callApi } from '#api/client.ts';
import { isCallFailed, type CallFailed } from '#api/call-failed.ts';
import type { CallInput } from '#api/client.ts';

export type Act = CallInput<'changeMonitors'>['body']['act'];

/** Monitors of one request: each is a transaction of some hundredths of a second, and the progress moves. */
export const atOnce = 150;

export interface Outcome {
  /** What was really changed; the others stood so already. */
  changed: number[];
  refused: number;
  /** Why it ended before all was done. */
  failure?: CallFailed;
}

interface Options {
  /** How many are dealt with so far. */
  onProgress(done: number): void;
  /** Ends after the request that is under way: what it changed is known. */
  stopped(): boolean;
}

/** Does one thing to monitors, however many, a part at a time. Never rejects for a failed call: what was done counts. */
export async function changeMany(act: Act, ids: readonly number[], { onProgress, stopped }: Options): Promise<Outcome> {
  const outcome: Outcome = { changed: [], refused: 0 };
  for (let from = 0; from < ids.length && !stopped(); from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    try {
      const { changed, refused } = await callApi('changeMonitors', { body: { act, ids: part } });
      outcome.changed.push(...changed);
      outcome.refused += refused.length;
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      return { ...outcome, failure: error };
    }
    onProgress(from + part.length);
  }
  return outcome;
}
