import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errors } from '#api/contract/errors.ts';
import { refusalWords } from './refusal-words.ts';

const words = refusalWords();

it('has every message of the catalogue once', () => {
  const messages = Object.values(errors).map(({ message }) => message);
  expect(new Set(words.values()).size).toBe(words.size);
  expect([...words.values()]).toEqual(expect.arrayContaining(messages));
  expect(words.get('refusals.rate_limited')).toBe('Too many attempts. Wait a moment and try again.');
  // Two codes have this one.
  expect(words.has('refusals.bad_u2f_input_format')).toBe(false);
});

it('has what the client says where it can read no reply', () => {
  const client = readFileSync(new URL('../../api/client.ts', import.meta.url), 'utf8');
  for (const code of ['offline', 'timeout', 'unreadable'])
    expect(client).toContain(`'${words.get(`refusals.${code}`)}'`);
});
