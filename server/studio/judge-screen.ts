import { Worker } from 'node:worker_threads';
import type { ScreenDocument } from '#engine/document/document.ts';
import { Refused } from '../refused.ts';

/** A way through the flow that would break. */
export interface BrokenPath {
  problems: string[];
  /** The moves that lead there; none for what is wrong with the flow as a whole. */
  steps: string[];
  state: string;
}

const LONGEST_MS = 120_000;
const MOST_MEGABYTES = 1024;
/** As many as leave a core to the server. */
const AT_ONCE = 2;
let running = 0;

/** The built worker is a file beside the server's. A server that runs from the sources bundles it first. */
async function threadProgram(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./gate.js', import.meta.url);
  const script = new URL('../../scripts/gate-program.mjs', import.meta.url);
  const { bundleGateProgram } = (await import(script.href)) as { bundleGateProgram(): Promise<URL> };
  return bundleGateProgram();
}

/**
 * Walks every generated path of a flow on its machine with these documents and checks its laws, in a worker thread. The worker stops
 * when it is done, after two minutes, or when the client disconnects.
 * @throws Refused `screen_check_busy`, `screen_check_too_long`
 */
export async function judgePaths(
  flow: string,
  documents: Readonly<Record<string, ScreenDocument>>,
  signal: AbortSignal,
): Promise<BrokenPath[]> {
  if (running >= AT_ONCE) throw new Refused('screen_check_busy', { retryAfter: 5 });
  running += 1;
  try {
    return await inThread(await threadProgram(), { flow, documents }, signal);
  } finally {
    running -= 1;
  }
}

async function inThread(program: URL, question: object, signal: AbortSignal): Promise<BrokenPath[]> {
  signal.throwIfAborted();
  const thread = new Worker(program, {
    workerData: question,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const late = AbortSignal.timeout(LONGEST_MS);
  const ended = AbortSignal.any([signal, late]);
  try {
    return await new Promise<BrokenPath[]>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refused('screen_check_too_long', { cause: error }) : error,
        ),
      );
      thread.once('exit', () => reject(new Error('the thread that judges screens ended without an answer')));
      ended.addEventListener('abort', () =>
        reject(late.aborted ? new Refused('screen_check_too_long') : (signal.reason as Error)),
      );
    });
  } finally {
    await thread.terminate();
  }
}
