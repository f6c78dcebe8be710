import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import recheck from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Whatever runs in the server or judges what it is sent. */
const folders = ['server', 'api', 'engine', 'agent', 'schemas'];

interface Found {
  place: string;
  source: string;
  flags: string;
}

function inFile(path: string): Found[] {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  if (path.endsWith('.json')) return inDocument(JSON.parse(text) as unknown, path);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ place, source, flags });
    } else if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'pattern' &&
      ts.isStringLiteralLike(node.initializer)
    )
      found.push({ place, source: node.initializer.text, flags: 'u' });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The `pattern` of each field of a screen. */
function inDocument(value: unknown, place: string): Found[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'pattern' && typeof inner === 'string'
      ? [{ place, source: inner, flags: 'u' }]
      : inDocument(inner, `${place}/${key}`),
  );
}

const all = folders.flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => /\.(ts|json)$/.test(path) && !/\.(test|d)\.ts$/.test(path))
    .flatMap(inFile),
);
const once = [...new Map(all.map((each) => [`/${each.source}/${each.flags}`, each]))];

describe('regular expressions', () => {
  it('are found', () => expect(once.length).toBeGreaterThan(100));

  it('take time by the length of the text alone, whatever it is (S3)', { timeout: 600_000 }, async () => {
    const slow: string[] = [];
    for (const [text, { place, source, flags }] of once) {
      const judged = await recheck.check(source, flags, { timeout: 60_000 });
      if (judged.status === 'vulnerable') slow.push(`${place} ${text}: ${judged.complexity.summary}`);
      if (judged.status === 'unknown') slow.push(`${place} ${text}: could not be judged (${judged.error.kind})`);
    }
    expect(slow).toEqual([]);
  });

  it('would be refused when they backtrack (S3)', async () => {
    const guard = String.raw`(^|[;,\t\r\n|])(["'\s]*)([=+\-@])`;
    expect((await recheck.check(guard, 'gu')).status).toBe('vulnerable');
  });
});
