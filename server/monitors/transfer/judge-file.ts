import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import type { Actor } from '../../access/actor.ts';
import type { RowDoes } from '../../database/schema/transfer.ts';
import { Refused } from '../../refused.ts';
import { Turns } from '../checks/turns.ts';
import { screenDocuments } from '../../screens/screens.ts';
import type { Refusal } from './judge.ts';
import type { KnownData } from './known-places.ts';

/** What to do with monitors that exist already. */
export type Existing = 'UPDATE' | 'SKIP';

export interface JudgeFile {
  existing: Existing;
  /** A file, or the rows of one that was read before, each as JSON. */
  source: { file: Uint8Array<ArrayBuffer> } | { rows: readonly string[] };
  actor: Actor;
  /** Published documents of the flow `cloud-monitor`, by screen. */
  published: Readonly<Record<string, ScreenDocument>>;
}
export interface JudgedRow {
  row: number;
  name: string;
  place: string;
  does: RowDoes;
  defaultConditions: boolean;
  refusals: Refusal[];
  /** The row as the file has it, in JSON. */
  given: string;
}
export type FromWorker =
  | { kind: 'asks'; organizations: (string | number)[]; names: string[] }
  | { kind: 'judged'; rows: JudgedRow[] }
  | { kind: 'refused'; code: ErrorCode; fields: Record<string, string> }
  | { kind: 'done' };

interface Options {
  /** Ends the work: whoever asked has gone. */
  signal: AbortSignal;
  known(wanted: { organizations: readonly (string | number)[]; names: readonly string[] }): Promise<KnownData>;
  judged(rows: readonly JudgedRow[]): void;
  milliseconds?: number;
}

/** The largest file takes a few seconds; one that takes this long was made to. */
const longestMs = 60_000;
const mostMegabytes = 768;
/** As many as leave the other cores to the server. */
const turns = new Turns(2);
/** Users whose file is in work in this process. */
const busy = new Set<number>();

/** In dist/ the program of the thread is a file beside the server's; from the sources it is bundled first. */
async function threadProgram(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return new URL('./import-worker.js', import.meta.url);
  const script = new URL('../../../scripts/thread-program.mjs', import.meta.url);
  const { bundleThread } = (await import(script.href)) as { bundleThread(entry: string): Promise<URL> };
  return bundleThread('server/monitors/transfer/import-worker.ts');
}

/**
 * Reads a file and judges its rows in a thread of its own, one file at a time for each user. The thread ends with its work, after a
 * minute, or when whoever asked has gone.
 * @throws Refused `invalid_input` about the file, `import_in_progress`, `import_timed_out`
 */
export async function judgeFile(file: JudgeFile, options: Options): Promise<void> {
  const userId = file.actor.kind === 'user' ? file.actor.userId : 0;
  if (busy.has(userId)) throw new Refused('import_in_progress');
  busy.add(userId);
  try {
    await turns.take(() => inThread(file, options));
  } finally {
    busy.delete(userId);
  }
}

async function inThread(file: JudgeFile, { signal, known, judged, milliseconds = longestMs }: Options): Promise<void> {
  const program = await threadProgram();
  signal.throwIfAborted();
  const thread = new Worker(program, {
    workerData: { ...file, documents: screenDocuments },
    // Handed over, not copied.
    transferList: 'file' in file.source ? [file.source.file.buffer] : [],
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  let timer: NodeJS.Timeout | undefined;
  let leave: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Refused('import_timed_out')), milliseconds);
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      const take = async (message: FromWorker): Promise<void> => {
        if (message.kind === 'asks') thread.postMessage(await known(message), []);
        else if (message.kind === 'judged') {
          judged(message.rows);
          thread.postMessage('more', []);
        } else if (message.kind === 'refused') reject(new Refused(message.code, { fields: message.fields }));
        else resolve();
      };
      thread.on('message', (message: FromWorker) => void take(message).catch(reject));
      thread.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refused('import_timed_out', { cause: error }) : error),
      );
      thread.once('exit', () => reject(new Error('The thread of the import ended before its work')));
    });
  } finally {
    clearTimeout(timer);
    if (leave) signal.removeEventListener('abort', leave);
    await thread.terminate();
  }
}
