import { describe, expect, it } from 'vitest';
import { readIfMatch } from './if-match.ts';

describe('readIfMatch', () => {
  it('reads a revision, quoted or bare', () => {
    expect(readIfMatch('"7"')).toBe(7);
    expect(readIfMatch(' 12 ')).toBe(12);
  });

  it('asks for no revision without the header or with *', () => {
    expect(readIfMatch(undefined)).toBeUndefined();
    expect(readIfMatch('*')).toBeUndefined();
  });

  it('refuses what is no revision and names the header', () => {
    for (const header of ['', 'W/"7"', '"7", "8"', '"seven"', '-1', '1.5', '"12345678901"'])
      expect(() => readIfMatch(header), header).toThrow(
        expect.objectContaining({ code: 'invalid_input', extra: { fields: { '/If-Match': expect.any(String) } } }),
      );
  });
});
