// A thread of its own for a file that somebody sent: whatever is in it, the server's own thread goes on. See `judge-file.ts`.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { loadScreens } from '#engine/compile/library.ts';
import { Refused } from '../../refused.ts';
import { decodeText } from './decode-text.ts';
import type { FromWorker, JudgeFile, JudgedRow } from './judge-file.ts';
import { judge } from './judge.ts';
import { knownPlaces, nameOf, storable, type KnownData } from './known-places.ts';
import { readFile, type GivenRow } from './read-file.ts';

const atOnce = 100;
const port = parentPort;
if (!port) throw new Error('import-worker.ts runs as a worker thread');
const { source, existing, actor, documents, published } = workerData as JudgeFile & { documents: string };

function say(message: FromWorker): void {
  port?.postMessage(message);
}

async function answer(): Promise<unknown> {
  const [message] = (await once(port as NonNullable<typeof port>, 'message')) as [unknown];
  return message;
}

async function work(): Promise<void> {
  const screens = loadScreens(documents, ['cloud-monitor']);
  for (const [screen, document] of Object.entries(published)) screens.replace('cloud-monitor', screen, document);
  const rows = await readRows();
  say({
    kind: 'asks',
    organizations: [...new Set(rows.map(({ given }) => given['organization']))].filter(isWord),
    names: [...new Set(rows.map(({ given }) => nameOf(given)))],
  });
  const known = knownPlaces((await answer()) as KnownData);
  const services = { screens, secrets: { seal: noSecret } };
  const context = { actor, services };
  const court = { context, known, existing, seen: new Map() };
  for (let from = 0; from < rows.length; from += atOnce) {
    const judged = rows.slice(from, from + atOnce).map((row): JudgedRow => {
      const verdict = judge(court, row);
      return {
        row: row.row,
        name: nameOf(row.given).slice(0, 200),
        place: placeWords(row),
        does: verdict.does,
        defaultConditions: verdict.does === 'add' && verdict.defaultConditions,
        refusals: verdict.does === 'refuse' ? verdict.refusals : [],
        given: JSON.stringify(row),
      };
    });
    say({ kind: 'judged', rows: judged });
    // The server's thread asks for more when it has put these away.
    await answer();
  }
  say({ kind: 'done' });
}

async function readRows(): Promise<GivenRow[]> {
  if ('rows' in source) return source.rows.map((row) => JSON.parse(row) as GivenRow);
  return readFile(decodeText(source.file));
}

function isWord(given: unknown): given is string | number {
  return typeof given === 'string' || typeof given === 'number';
}

function noSecret(): never {
  throw new Error('The dry run of an import seals nothing');
}

function placeWords({ given }: GivenRow): string {
  const words = [given['organization'], given['location']].filter(isWord).map(String);
  return storable(words.join(', ')).slice(0, 300);
}

try {
  await work();
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  say({ kind: 'refused', code: error.code, fields: error.extra.fields ?? {} });
}
