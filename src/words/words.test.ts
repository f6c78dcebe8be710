import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentMethods } from '#api/contract/agent-methods/registry.ts';
import { defaultLanguage } from './words.ts';

const source = new URL('..', import.meta.url).pathname;
const plural = /_(zero|one|two|few|many|other)$/;

function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`] : keysOf(value as object, `${prefix}${key}.`),
  );
}

function wordsOf(language: string): string[] {
  return keysOf(JSON.parse(readFileSync(join(source, 'public/locales', `${language}.json`), 'utf8')) as object);
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);
const text = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
/** Keys of `t('a.b')`, and both keys of `t(condition ? 'a.b' : 'a.c')`. */
const literal = new Set(
  [...text.matchAll(/\bt\(\s*'([^']+)'/g), ...text.matchAll(/\bt\([^()'`]+\? '([\w.]+)' : '([\w.]+)'/g)].flatMap(
    ([, ...keys]) => keys.filter((key) => key !== undefined),
  ),
);
/** `status.${state}` → /^status\.[\w-]+$/ */
const patterns = [...text.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
  ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
);

describe.each([defaultLanguage])('the words of %s', (language) => {
  const known = new Set(wordsOf(language).map((key) => key.replace(plural, '')));
  it('saw the source', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(literal.size).toBeGreaterThan(200);
  });
  it('has every key that is used', () => {
    const missing = [...literal].filter((key) => key.includes('.') && !known.has(key));
    const without = patterns.filter((pattern) => ![...known].some((key) => pattern.test(key))).map(String);
    expect([...missing, ...without]).toEqual([]);
  });
  it('names every method of an agent', () => {
    const names = Object.keys(agentMethods).map((method) => `device.method.${method.replace('.', '_')}`);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
  it('uses every key that it has', () => {
    expect([...known].filter((key) => !literal.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
  });
});
