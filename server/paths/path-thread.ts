import type { BrokenPath } from '#api/contract/studio.ts';
import type { Survivor } from '#api/contract/mutants.ts';
import { mostPathSteps, type FlowData, type PathWalk, type PlayedStep } from '#api/contract/workbench.ts';
import type { RecordedStep } from '#api/contract/recordings.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import type { Mode } from '#engine/flow/flow.ts';
import { Refused } from '../refused.ts';
import type { PathTests } from './path-tests.ts';
import { giveBack, takeThread } from './warm-threads.ts';

interface OfFlow extends PathTests {
  flow: string;
  /** Documents by screen that replace the built-in ones. */
  documents: Readonly<Record<string, ScreenDocument>>;
}

export type WalkQuestion = OfFlow & { kind: 'walk'; criteria: readonly string[]; seed: number };
/** What these screens show is walked in a simulated page. */
export type TouchedQuestion = OfFlow & { kind: 'touched'; screens: readonly string[] };

/**
 * `judge` replies with the broken paths, `stored` with what is wrong with each record and draft that opened with the screens `inUse`,
 * `play` with the steps of one path, whose problems name states or the titles of their screens, `trace` with the path that does the same as a recorded session, `walk` with the report of the flow, `mutants` with the changes that nothing notices, `mutant` with what
 * notices one, `page` with reports as one HTML page.
 */
export type PathQuestion =
  | { kind: 'page'; reports: readonly FlowData[] }
  | (OfFlow & { kind: 'judge' })
  | (OfFlow & { kind: 'stored'; inUse: OfFlow['documents']; read: string; records: unknown[]; drafts: unknown[] })
  | (OfFlow & { kind: 'play'; path: string; seed: number; names: 'states' | 'titles' })
  | (OfFlow & { kind: 'trace'; mode: Mode; steps: readonly RecordedStep[] })
  | (OfFlow & { kind: 'mutants'; most: number })
  | (OfFlow & { kind: 'mutant'; key: string })
  | WalkQuestion;

/** Questions to a simulated page, which answers `touched` with the broken paths. */
export type SimulatedQuestion = WalkQuestion | TouchedQuestion;

export interface PathAnswers {
  judge: Omit<BrokenPath, 'flow'>[];
  stored: { records: string[][]; drafts: string[][] };
  play: PlayedStep[];
  trace: { path: string; followed: number; reason: string };
  walk: { data: FlowData; junit: string };
  mutants: { total: number; killed: number; equivalent: number; survivors: Survivor[]; broken: string };
  mutant: string | null;
  page: string;
  touched: PathAnswers['judge'];
}

/** `done` of `total` paths are walked. */
interface PathProgress {
  kind: 'progress';
  done: number;
  total: number;
  /** Of a flow that is walked for a run. */
  walk?: PathWalk;
}

/** `heapBytes`: what the thread keeps in memory after the answer. */
export type PathMessage = PathProgress | { kind: 'answer'; answer: unknown; heapBytes: number };

export interface WalkOptions {
  signal: AbortSignal;
  longestMs: number;
  onProgress?(done: number, total: number, walk?: PathWalk): void;
}

/** The walk took too long, or too much memory. */
export class PathsTooLong extends Error {}

/**
 * Asks the path generator in a worker thread, which is stopped after `longestMs` or on the signal.
 * @throws PathsTooLong
 */
export async function askPaths<Question extends PathQuestion>(
  question: Question,
  { signal, longestMs, onProgress }: WalkOptions,
): Promise<PathAnswers[Question['kind']]> {
  signal.throwIfAborted();
  const worker = await takeThread();
  const late = AbortSignal.timeout(longestMs);
  const ended = AbortSignal.any([signal, late]);
  const heard = new AbortController();
  try {
    const { answer, heapBytes } = await new Promise<Extract<PathMessage, { kind: 'answer' }>>((resolve, reject) => {
      const hear = (message: PathMessage): void => {
        if (message.kind === 'progress') onProgress?.(message.done, message.total, message.walk);
        else resolve(message);
      };
      const fail = (error: Error & { code?: string }): void =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PathsTooLong(undefined, { cause: error }) : error);
      const end = (): void => reject(new Error('the thread that walks paths ended without an answer'));
      const stop = (): void => reject(late.aborted ? new PathsTooLong() : (signal.reason as Error));
      worker.on('message', hear).on('error', fail).on('exit', end);
      ended.addEventListener('abort', stop, { signal: heard.signal });
      heard.signal.addEventListener('abort', () => worker.off('message', hear).off('error', fail).off('exit', end));
      // Who left while the thread was taken has left all the same.
      if (ended.aborted) stop();
      else worker.postMessage(question, []);
    });
    heard.abort();
    await giveBack(worker, heapBytes);
    return answer as PathAnswers[Question['kind']];
  } catch (error) {
    heard.abort();
    await worker.terminate();
    throw error;
  }
}

/** As many requests as allowed wait for paths already. Retry later. */
export class PathsBusy extends Error {}

/** Limits concurrent work: the returned function throws `PathsBusy` while `most` calls of it are running. */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running >= most) throw new PathsBusy();
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}

/** As many as leave a core to the server. */
const byTwo = atMost(2);

/**
 * The same for a request: at most two at once, two minutes each.
 * @throws PathsBusy, PathsTooLong
 */
export async function askPathsNow<Question extends PathQuestion>(
  question: Question,
  signal: AbortSignal,
  onProgress?: WalkOptions['onProgress'],
): Promise<PathAnswers[Question['kind']]> {
  return byTwo(() => askPaths(question, { signal, longestMs: 120_000, ...(onProgress && { onProgress }) }));
}

/**
 * Walks one path for a person who looks at each step.
 * @throws Refused `paths_busy`, `path_too_long`
 */
export async function playedPath(
  question: Omit<Extract<PathQuestion, { kind: 'play' }>, 'kind'>,
  signal: AbortSignal,
): Promise<PlayedStep[]> {
  if (question.path.split(' > ').length > mostPathSteps) throw new Refused('path_too_long');
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
