import type { CallReply } from '#api/client.ts';
import type { Tone } from '#screens/shared/tag.tsx';

export type ListedScript = CallReply<'listScripts'>[number];
/** A device that a script is to run on. */
export interface TargetDevice {
  id: number;
  name: string;
}
export type DeviceRun = CallReply<'readScriptRun'>['devices'][number];

/** How a script stands on a device, in the words `script.run_<name>`. */
export type RunState =
  | 'running'
  | 'stopping'
  | 'succeeded'
  | 'failed'
  | 'timedOut'
  | 'killed'
  | 'cancelled'
  | 'refused'
  | 'lost';

interface Told {
  state: DeviceRun['state'] | null;
  outcome: DeviceRun['outcome'];
  exitCode: number | null;
  cancelRequested?: boolean;
}

export function runStateOf({ state, outcome, exitCode, cancelRequested }: Told): RunState {
  if (state === 'cancelled') return 'cancelled';
  if (state === 'refused') return 'refused';
  if (state === 'interrupted') return 'lost';
  if (state !== 'done') return cancelRequested ? 'stopping' : 'running';
  if (outcome === 'timed_out') return 'timedOut';
  if (outcome === 'killed') return 'killed';
  return exitCode === 0 ? 'succeeded' : 'failed';
}

export const tones: Readonly<Record<RunState, Tone>> = {
  running: 'idle',
  stopping: 'idle',
  succeeded: 'good',
  failed: 'bad',
  timedOut: 'bad',
  killed: 'bad',
  cancelled: 'warn',
  refused: 'bad',
  lost: 'bad',
};

/** Whether a retry runs the script there again. */
export function isFailed(state: RunState): boolean {
  return !['running', 'stopping', 'succeeded'].includes(state);
}
