import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Refused } from './refused.ts';
import { bodyCheck, type Check } from './body-check.ts';
import { addressCheck } from './http/address-check.ts';

function refusedFields(check: Check, value: unknown): Record<string, string> {
  try {
    check(value);
    return {};
  } catch (error) {
    if (error instanceof Refused) return error.extra.fields ?? {};
    throw error;
  }
}

describe('the check of a body', () => {
  const check = bodyCheck(
    Type.Object(
      {
        ids: Type.Array(Type.Integer(), { maxItems: 20_000 }),
        rows: Type.Optional(Type.Array(Type.Object({ a: Type.Integer() }, { additionalProperties: false }))),
      },
      { additionalProperties: false },
    ),
  );

  it('names every wrong field of a small body', () => {
    expect(refusedFields(check, { rows: [{}, { a: 'x', b: 1 }] })).toEqual({
      '/ids': 'Required',
      '/rows/0/a': 'Required',
      '/rows/1/a': 'Must be a whole number',
      '/rows/1/b': 'Unknown field',
    });
  });

  it('stops at 50 errors (S2)', () => {
    const ids = Array.from({ length: 20_000 }, () => 'x');
    expect(Object.keys(refusedFields(check, { ids }))).toHaveLength(50);
  });

  it('looks at no entry of a list that is too long (S2)', () => {
    const ids = Array.from({ length: 20_001 }, () => 'x');
    expect(refusedFields(check, { ids })).toEqual({ '/ids': 'At most 20000 allowed' });
  });

  it('refuses NUL by its field', () => {
    const texts = bodyCheck(Type.Object({ names: Type.Array(Type.String()) }));
    expect(refusedFields(texts, { names: ['a', 'b\0'] })).toEqual({ '/names/1': 'Please enter a valid value' });
  });
});

describe('the check of an address', () => {
  const check = addressCheck(
    Type.Object({
      id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      open: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ default: 100 })),
    }),
  );

  it('reads numbers and booleans', () => {
    const value = { id: '2147483647', open: 'false' };
    check(value);
    expect(value).toEqual({ id: 2_147_483_647, open: false, limit: 100 });
  });

  it.each(['0x1', '1 ', ' 1', '1e0', '01', '1.0', '+1', '-1', '0', '', '2147483648', '99999999999', '١', 'NaN'])(
    'refuses %j as an id (S16)',
    (id) => expect(refusedFields(check, { id })).toHaveProperty('/id'),
  );

  it.each(['1', 'TRUE', 'yes', ''])('refuses %j as a boolean', (open) =>
    expect(refusedFields(check, { id: '1', open })).toEqual({ '/open': 'Must be true or false' }),
  );
});
