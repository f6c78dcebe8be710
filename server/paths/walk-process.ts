import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PathWalk } from '#api/contract/workbench.ts';
import { PathsTooLong, type PathAnswers, type SimulatedQuestion, type WalkOptions } from './path-thread.ts';

/** The file that the process writes at its end: the report, or the message of the error. */
export type WalkSaid = { answer: PathAnswers[SimulatedQuestion['kind']] } | { threw: string };
/** `done` of `total` paths are walked. */
export interface WalkNews {
  done: number;
  total: number;
  walk?: PathWalk;
}

/** What Node.js runs, and what it gets besides the question. */
export interface WalkProgram {
  arguments: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** Whether it runs a database in the folder: PostgreSQL does not run as root, and another user has to come there. */
  hasDatabase?: boolean;
}

/** The folder of the project, from the sources and from `dist`. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
const EVERY_MS = 500;
/** What the process has to end its own processes. */
const GRACE_MS = 15_000;
/** Characters of what the process printed, for the log. */
const MOST_PRINTED = 4000;

/**
 * Has a process of its own answer a question about paths. It ends with the signal, after `longestMs`, and when this server is gone.
 * @throws PathsTooLong
 */
export async function walkInProcess<Question extends SimulatedQuestion>(
  question: Question,
  program: WalkProgram,
  { signal, longestMs, onProgress }: WalkOptions,
): Promise<PathAnswers[Question['kind']]> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'cairn-walk-'));
  const late = AbortSignal.timeout(longestMs);
  try {
    await writeFile(join(folder, 'question.json'), JSON.stringify(question), { mode: 0o600 });
    if (program.hasDatabase === true) await chmod(folder, 0o711);
    const printed = await walked(folder, program, AbortSignal.any([signal, late]), async () => {
      const news = await readJson<WalkNews>(join(folder, 'progress.json'));
      if (news !== undefined) onProgress?.(news.done, news.total, news.walk);
    });
    signal.throwIfAborted();
    if (late.aborted) throw new PathsTooLong();
    const said = await readJson<WalkSaid>(join(folder, 'said.json'));
    if (said === undefined) throw new Error(`The walk ended without a report:\n${printed}`);
    if ('threw' in said) throw new Error(said.threw);
    return said.answer as PathAnswers[Question['kind']];
  } finally {
    // What was ended may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Runs the process to its end or to the signal; replies with the last that it printed. */
async function walked(
  folder: string,
  { arguments: given, environment, hasDatabase = false }: WalkProgram,
  ended: AbortSignal,
  look: () => Promise<void>,
): Promise<string> {
  const { PATH, HOME, SystemRoot } = process.env;
  const own = Object.entries({ PATH, HOME, SystemRoot, ...environment }).filter(([, value]) => value !== undefined);
  const child = spawn(process.execPath, given, {
    cwd: root,
    // What it writes goes with the folder, however it ends.
    env: { ...Object.fromEntries(own), TMPDIR: folder, PATHS_QUESTION: folder, PATHS_FOR: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // It has processes of its own, which end with its group.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString('utf8')).slice(-MOST_PRINTED)));
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  const stop = (): void => {
    // A database that is killed goes on alone for a while.
    if (hasDatabase) end(child, 'SIGTERM');
    killing = setTimeout(() => end(child, 'SIGKILL'), hasDatabase ? GRACE_MS : 0);
  };
  let killing: NodeJS.Timeout | undefined;
  ended.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => child.once('close', () => resolve()).once('error', reject));
    return printed;
  } finally {
    clearInterval(timer);
    clearTimeout(killing);
    ended.removeEventListener('abort', stop);
  }
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
