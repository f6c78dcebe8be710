import { Worker } from 'node:worker_threads';
import type { BrokenPath } from '#api/contract/studio.ts';
import type { FlowData, PlayedStep } from '#api/contract/workbench.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { Refused } from '../refused.ts';
import type { StateAssertions } from './assertions.ts';

interface OfFlow {
  flow: string;
  /** Documents by screen that replace the built-in ones. */
  documents: Readonly<Record<string, ScreenDocument>>;
  /** The assertions that testers added in the Workbench. */
  assertions: Readonly<Record<string, StateAssertions>>;
}

/**
 * `judge` replies with the broken paths, `play` with the steps of one path, `walk` with the report of the flow, `page` with reports as one
 * HTML page.
 */
export type PathQuestion =
  | { kind: 'page'; reports: readonly FlowData[] }
  | (OfFlow & { kind: 'judge' })
  | (OfFlow & { kind: 'play'; path: string; seed: number })
  | (OfFlow & { kind: 'walk'; criteria: readonly string[]; seed: number });

export interface PathAnswers {
  judge: BrokenPath[];
  play: PlayedStep[];
  walk: { data: FlowData; junit: string };
  page: string;
}

/** `done` of `total` paths are walked. */
interface PathProgress {
  kind: 'progress';
  done: number;
  total: number;
}

export type PathMessage = PathProgress | { kind: 'answer'; answer: unknown };

interface Options {
  signal: AbortSignal;
  longestMs: number;
  onProgress?(done: number, total: number): void;
}

const MOST_MEGABYTES = 1024;
/** Walking makes many short-lived snapshots: with the usual 16 MB, collecting them takes a tenth of the time. */
const YOUNG_MEGABYTES = 96;

/** The built worker is a file beside the server's. A server that runs from the sources bundles it first. */
async function threadProgram(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./gate.js', import.meta.url);
  const script = new URL('../../scripts/gate-program.mjs', import.meta.url);
  const { bundleGateProgram } = (await import(script.href)) as { bundleGateProgram(): Promise<URL> };
  return bundleGateProgram();
}

/** The walk took too long, or too much memory. */
export class PathsTooLong extends Error {}

/**
 * Asks the path generator in a worker thread, which stops when it is done, after `longestMs`, or on the signal.
 * @throws PathsTooLong
 */
export async function askPaths<Question extends PathQuestion>(
  question: Question,
  { signal, longestMs, onProgress }: Options,
): Promise<PathAnswers[Question['kind']]> {
  signal.throwIfAborted();
  const thread = new Worker(await threadProgram(), {
    workerData: question,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  const late = AbortSignal.timeout(longestMs);
  const ended = AbortSignal.any([signal, late]);
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', (message: PathMessage) => {
        if (message.kind === 'progress') onProgress?.(message.done, message.total);
        else resolve(message.answer as PathAnswers[Question['kind']]);
      });
      thread.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PathsTooLong(undefined, { cause: error }) : error),
      );
      thread.once('exit', () => reject(new Error('the thread that walks paths ended without an answer')));
      ended.addEventListener('abort', () => reject(late.aborted ? new PathsTooLong() : (signal.reason as Error)));
    });
  } finally {
    await thread.terminate();
  }
}

/** As many as leave a core to the server. */
const AT_ONCE = 2;
let running = 0;

/** Two people wait for paths already. */
export class PathsBusy extends Error {}

/**
 * The same for a request: at most two at once, two minutes each.
 * @throws PathsBusy, PathsTooLong
 */
export async function askPathsNow<Question extends PathQuestion>(
  question: Question,
  signal: AbortSignal,
): Promise<PathAnswers[Question['kind']]> {
  if (running >= AT_ONCE) throw new PathsBusy();
  running += 1;
  try {
    return await askPaths(question, { signal, longestMs: 120_000 });
  } finally {
    running -= 1;
  }
}

/** Steps of a path that is walked for a person. The longest generated path has 466. */
const MOST_STEPS = 1000;

/**
 * Walks one path for a person who looks at each step.
 * @throws Refused `paths_busy`, `path_too_long`
 */
export async function playedPath(
  question: Omit<Extract<PathQuestion, { kind: 'play' }>, 'kind'>,
  signal: AbortSignal,
): Promise<PlayedStep[]> {
  if (question.path.split(' > ').length > MOST_STEPS) throw new Refused('path_too_long');
  return askedNow({ kind: 'play', ...question }, signal);
}

/** The same as `askPathsNow`. @throws Refused `paths_busy`, `path_too_long` */
export async function askedNow<Question extends PathQuestion>(
  question: Question,
  signal: AbortSignal,
): Promise<PathAnswers[Question['kind']]> {
  try {
    return await askPathsNow(question, signal);
  } catch (error) {
    if (error instanceof PathsBusy) throw new Refused('paths_busy', { retryAfter: 5, cause: error });
    throw error instanceof PathsTooLong ? new Refused('path_too_long', { cause: error }) : error;
  }
}
