import deepEquals from '@rjsf/utils/lib/deepEquals.js';
import { describe, expect, it } from 'vitest';
import sameData from './same-data.ts';

const values: unknown[] = [
  undefined,
  null,
  0,
  -1,
  Number.NaN,
  '',
  'a',
  true,
  () => 1,
  () => 2,
  [],
  [1],
  [1, 2],
  [undefined],
  {},
  { a: 1 },
  { a: 1, b: undefined },
  { a: 1, c: undefined },
  { b: 2, a: 1 },
  { a: 1, b: 2 },
  { a: { b: [1, { c: null }] } },
  { a: { b: [1, { c: undefined }] } },
  { 0: 1, length: 1 },
];

describe('comparing data', () => {
  it('answers as the comparison that it stands in for, for every two of these', () => {
    for (const a of values) for (const b of values) expect([a, b, sameData(a, b)]).toEqual([a, b, deepEquals(a, b)]);
  });

  it('compares two copies of a document', () => {
    const one = { type: 'object', properties: { name: { type: 'string', enum: ['a', 'b'] } } };
    expect(sameData(one, structuredClone(one))).toBe(true);
    expect(sameData(one, { ...one, required: ['name'] })).toBe(false);
  });
});
