import { Worker } from 'node:worker_threads';

const MOST_MEGABYTES = 1024;
/** Walking makes many short-lived snapshots: with the usual 16 MB, collecting them takes a tenth of the time. */
const YOUNG_MEGABYTES = 96;
/** A thread that keeps more after an answer would have too little left for the next question. */
const MOST_KEPT_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 5 * 60_000;

/**
 * The thread that waits for the next question, if any: its program is loaded and compiled by then, and walks the paths of the same flow in
 * two thirds of the time.
 */
let idle: { worker: Worker; take(): Worker } | undefined;

/** The built worker is a file beside the server's. A server that runs from the sources bundles it first. */
async function threadProgram(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./gate.js', import.meta.url);
  const script = new URL('../../scripts/gate-program.mjs', import.meta.url);
  const { bundleGateProgram } = (await import(script.href)) as { bundleGateProgram(): Promise<URL> };
  return bundleGateProgram();
}

/** The thread that is idle, or a new one. The caller gives it back or ends it. */
export async function takeThread(): Promise<Worker> {
  if (idle !== undefined) return idle.take();
  return new Worker(await threadProgram(), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}

/** Keeps a thread that has answered for the next question; a second one, and one that keeps much in memory, is ended. */
export async function giveBack(worker: Worker, heapBytes: number): Promise<void> {
  if (idle !== undefined || heapBytes > MOST_KEPT_BYTES) return void (await worker.terminate());
  const leave = (): void => {
    clearTimeout(timer);
    worker.off('error', end).off('exit', leave);
    if (idle?.worker === worker) idle = undefined;
  };
  // An idle thread that breaks is nobody's failure.
  const end = (): void => {
    leave();
    void worker.terminate();
  };
  const timer = setTimeout(end, IDLE_MS);
  timer.unref();
  worker.on('error', end).on('exit', leave);
  worker.unref();
  idle = {
    worker,
    take() {
      leave();
      worker.ref();
      return worker;
    },
  };
}
