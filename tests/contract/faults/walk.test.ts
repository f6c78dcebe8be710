import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { chosenFaults, silentFaults } from './chosen.ts';
import { likelyFirst, readLibrary } from './likely-files.ts';
import { appendResult, readResults } from './results.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-walk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());
const root = process.cwd();

describe('a walk over the faults', () => {
  it('knows each fault by a key of its own, which holds no line number', () => {
    const keys = chosenFaults(root).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => /\.ts:\d/.test(key))).toEqual([]);
  });

  it('tries those of a place alone when it is told so', () => {
    vi.stubEnv('CAIRN_BENCH_FAULTS_AT', 'server/drafts,server/access/signed-in.ts');
    const files = new Set(chosenFaults(root).map(({ place }) => place.replace(/:\d+$/, '')));
    expect([...files].toSorted()).toEqual([
      'server/access/signed-in.ts',
      'server/drafts/drafts.ts',
      'server/drafts/sealed-snapshot.ts',
    ]);
  });

  it('leaves out what an earlier run noticed, and tries what was silent or is new', () => {
    const file = join(folder, 'found.jsonl');
    vi.stubEnv('CAIRN_BENCH_FAULTS_AT', 'server/drafts');
    const [noticed, silent, ...others] = chosenFaults(root);
    if (!noticed || !silent) throw new Error('no faults there');
    expect(silentFaults(root, file)).toHaveLength(2 + others.length);
    appendResult(file, { ...noticed, id: 4711, place: 'server/drafts/moved.ts:1', by: 'tests', noticed: 'a test' });
    appendResult(file, silent);
    expect(silentFaults(root, file)).toEqual([silent, ...others]);
    appendResult(file, { ...silent, by: 'probes', noticed: 'a probe' });
    // A walk that was cut off before its tests says nothing against what was found.
    appendFileSync(file, '\n');
    appendResult(file, silent);
    expect(silentFaults(root, file)).toEqual(others);
    expect(readResults(file).get(silent.key)?.by).toBe('probes');
  });
});

it('tries test files of the folder first, then those that share rare words or reach little else', () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'http'));
  const own = write('http/own.txt', 'nothing alike');
  const words = write('words.txt', `ask({ 'sec-fetch-site': 'cross-site' }) request headers`);
  const narrow = write('narrow.txt', 'request headers');
  const wide = write('wide.txt', 'request headers');
  const fault = { place: 'server/http/gate.ts:20', code: `request.headers['sec-fetch-site'] === 'cross-site'` };
  const near = [
    { file: wide, breadth: 300 },
    { file: words, breadth: 200 },
    { file: narrow, breadth: 5 },
    { file: own, breadth: 400 },
  ];
  const library = readLibrary(near.map(({ file }) => file));
  expect(likelyFirst(library, join(folder, 'http'), fault, near)).toEqual([own, words, narrow, wide]);
});
