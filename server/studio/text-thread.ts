import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { Turns } from '../monitors/checks/turns.ts';
import { Refused } from '../refused.ts';
import { documentsOf, type JudgedText, type ScreenPlace, type TextQuestion } from './screen-text.ts';

/** The largest document that is accepted takes a second; one that takes this long was made to. */
const LONGEST_MS = 10_000;
const MOST_MEGABYTES = 512;
/** Texts in work and in line. */
const MOST_ASKED = 8;
const TOO_LONG = 'The document takes too long to check. Make it smaller, or its patterns simpler.';

interface Options {
  /** Waits however long the line is: for what was published. */
  patient?: boolean;
  longestMs?: number;
  /** Texts in place of those that are published, by `<flow>/<screen>`. */
  texts?: TextQuestion['texts'];
}

const turns = new Turns(1);
let asked = 0;
/** Started by the first question, and again by the one after a question that it did not survive. */
let thread: Worker | undefined;

/**
 * `judgeText` in a thread of its own, so that the server goes on meanwhile. A text that takes longer than 10 s, or more than 512 MB, is
 * not sound, and says so on line 1.
 * @throws Refused `screen_check_busy` when eight texts are being judged already
 */
export async function judgeTextApart(
  screens: ScreenLibrary,
  place: ScreenPlace,
  text: string,
  { patient = false, longestMs = LONGEST_MS, texts = screens.texts() }: Options = {},
): Promise<JudgedText> {
  if (asked >= MOST_ASKED && !patient) throw new Refused('screen_check_busy', { retryAfter: 2 });
  asked += 1;
  try {
    const { flow, screen } = place;
    const documents = documentsOf(screens, place);
    return await turns.take(() => ask({ flow, screen, text, documents, texts }, longestMs));
  } finally {
    asked -= 1;
  }
}

async function ask(question: TextQuestion, longestMs: number): Promise<JudgedText> {
  const worker = (thread ??= startThread(await threadProgram()));
  worker.ref();
  const late = AbortSignal.timeout(longestMs);
  try {
    worker.postMessage(question, []);
    const [answer] = (await once(worker, 'message', { signal: late })) as [JudgedText];
    // An idle thread does not keep the process.
    worker.unref();
    return answer;
  } catch (error) {
    forget(worker);
    await worker.terminate();
    if (late.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { problems: [{ line: 1, column: 1, message: TOO_LONG }] };
    throw error;
  }
}

function startThread(program: URL): Worker {
  const worker = new Worker(program, {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  worker.on('error', () => forget(worker));
  worker.on('exit', () => forget(worker));
  return worker;
}

function forget(worker: Worker): void {
  if (thread === worker) thread = undefined;
}

/** In dist/ the program of the thread is a file beside the server's; from the sources it is bundled first. */
async function threadProgram(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./text-worker.js', import.meta.url);
  const script = new URL('../../scripts/thread-program.mjs', import.meta.url);
  const { bundleThread } = (await import(script.href)) as { bundleThread(entry: string): Promise<URL> };
  return bundleThread('server/studio/text-worker.ts');
}
