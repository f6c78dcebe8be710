import { describe, expect, it } from 'vitest';
import { readKey } from './idempotency.ts';

describe('readKey', () => {
  it('takes 1 to 200 visible characters, and no header at all', () => {
    expect(readKey(undefined)).toBeUndefined();
    expect(readKey('k')).toBe('k');
    expect(readKey('k'.repeat(200))).toBe('k'.repeat(200));
  });

  it.each([
    ['an empty key', ''],
    ['a key of 201 characters', 'k'.repeat(201)],
    ['a space', 'a b'],
    ['two headers', ['a', 'b']],
  ])('refuses %s and names the header', (_, header) => {
    expect(() => readKey(header)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        extra: { fields: { '/Idempotency-Key': 'Must be 1 to 200 visible characters' } },
      }),
    );
  });
});
