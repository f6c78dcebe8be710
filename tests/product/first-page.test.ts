// The files that the built page references: the browser fetches them in parallel, and nothing else before the sign-in screen appears.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';

const folder = fileURLToPath(new URL('../../dist/console', import.meta.url));
const read = (path: string) => readFileSync(join(folder, path));
let named: string[];

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  named = [
    ...read('index.html')
      .toString()
      .matchAll(/(?:src|href)="\/([^"]+)"/g),
  ].map(([, path = '']) => path);
}, 300_000);

it('names each script once, and every script that those import', () => {
  const scripts = named.filter((path) => path.endsWith('.js'));
  expect(scripts.filter((path) => path.includes('/door-'))).toHaveLength(1);
  expect(new Set(scripts).size).toBe(scripts.length);
  const imported = scripts.flatMap((path) =>
    [
      ...read(path)
        .toString()
        .matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g),
    ].map(([, file = '']) => `assets/${file}`),
  );
  expect(imported.length).toBeGreaterThan(0);
  expect([...new Set(imported)].filter((path) => !scripts.includes(path))).toEqual([]);
});

it('names all that the sign-in flow is made of', () => {
  const table = named.filter((path) => path.includes('/main-')).map((path) => read(path).toString());
  const parts = [...table.join('').matchAll(/"[./]*schemas\/sign-in\/([\w.-]+)":\(\)=>[^"]*?import\(`\.\/([^`]+)`\)/g)];
  expect(parts.map(([, part]) => part).toSorted()).toEqual(['flow.json']);
  for (const [, part, file] of parts) expect(named, part).toContain(`assets/${file}`);
});

it('is at most 160 kB of script, compressed', () => {
  const bytes = named
    .filter((path) => path.endsWith('.js'))
    .map((path) => gzipSync(read(path), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(160_000);
});

it('names its font and every style that the sign-in screen needs', () => {
  expect(named.filter((path) => path.endsWith('.woff2'))).toEqual([expect.stringMatching(/inter-latin-wght/)]);
  expect(named.filter((path) => path.endsWith('.css')).map((path) => path.replace(/-[\w-]{8}\.css$/, ''))).toEqual([
    'assets/door',
    'assets/main',
  ]);
});

it('is one of few files: each is a request', () => {
  const scripts = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.length).toBeLessThanOrEqual(60);
});

it('has no test in it', () =>
  expect(readdirSync(join(folder, 'assets')).filter((file) => /\.test|harness/.test(file))).toEqual([]));
