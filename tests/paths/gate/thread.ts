// The thread in which a change to a screen is judged: `workerData` is a `GateQuestion`, and its only message a `GateAnswer`.
import { parentPort, workerData } from 'node:worker_threads';
import { takeBundled, type Bundled } from '../load.ts';
import { judgeScreens, type GateQuestion } from './judge-screens.ts';

/** Runs in the thread. The program brings the machines and cases, since it stands alone in `dist`. */
export async function runGate(bundled: Bundled): Promise<void> {
  takeBundled(bundled);
  const { flow, documents } = workerData as GateQuestion;
  const port = parentPort;
  port?.postMessage(await judgeScreens(flow, documents), []);
}
