import { isCallFailed, type CallFailed } from '#api/call-failed.ts';

export interface DevicesOutcome {
  changed: number[];
  /** Devices that stay as they are, each with the words of the server. */
  refused: { id: number; reason: string }[];
  /** Why it ended before all was done. */
  failure?: CallFailed;
}

interface Options {
  /** How many are dealt with so far. */
  onProgress(done: number): void;
  /** Ends after the device that is under way. */
  stopped(): boolean;
}

/**
 * Does one thing to devices, one after the other. Never rejects for a failed call. A device that is gone already is passed over.
 * A monitor delegate is tried once more at the end: its VM hosts may have gone meanwhile (F10-12).
 */
export async function changeDevices(
  ids: readonly number[],
  change: (id: number) => Promise<unknown>,
  { onProgress, stopped }: Options,
): Promise<DevicesOutcome> {
  const outcome: DevicesOutcome = { changed: [], refused: [] };
  const waiting: number[] = [];
  let done = 0;
  const pass = async (each: readonly number[], last: boolean): Promise<boolean> => {
    for (const id of each) {
      if (stopped()) return false;
      try {
        await change(id);
        outcome.changed.push(id);
      } catch (error) {
        if (!isCallFailed(error)) throw error;
        if (error.code === 'delegate_has_vm_hosts' && !last) {
          waiting.push(id);
          continue;
        }
        if (!concernsOne(error)) {
          outcome.failure = error;
          return false;
        }
        if (error.code !== 'not_found') outcome.refused.push({ id, reason: error.message });
      }
      onProgress((done += 1));
    }
    return true;
  };
  if (await pass(ids, false)) await pass(waiting, true);
  return outcome;
}

/** Whether the next device may fare better. */
function concernsOne({ code }: CallFailed): boolean {
  return ['not_found', 'forbidden', 'delegate_has_vm_hosts', 'invalid_input'].includes(code);
}
