import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { deepestJson, findTooMuch } from './json-bounds.ts';

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('findTooMuch', () => {
  it('takes what the deepest level holds and refuses the next, without recursion (S5)', () => {
    expect(findTooMuch(nested(deepestJson))).toBeUndefined();
    expect(findTooMuch(nested(deepestJson + 1))).toMatchObject({ message: 'Must not be nested deeper than 64 levels' });
    expect(findTooMuch(nested(500_000))?.pointer.length).toBeLessThan(300);
    const objects = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as unknown;
    expect(findTooMuch(objects)).toMatchObject({ message: 'Must not be nested deeper than 64 levels' });
  });

  it('names the list that is longer than its schema allows, before its entries are looked at (S2)', () => {
    const schema = Type.Object({
      grants: Type.Array(Type.Object({ names: Type.Array(Type.String(), { maxItems: 2 }) })),
    });
    expect(findTooMuch({ grants: [{ names: ['a', 'b'] }] }, schema)).toBeUndefined();
    expect(findTooMuch({ grants: [{ names: [] }, { names: ['a', 'b', 'c'] }] }, schema)).toEqual({
      pointer: '/grants/1/names',
      message: 'At most 2 allowed',
    });
  });

  it('looks through a list that may also be null', () => {
    const schema = Type.Object({ ids: Type.Union([Type.Array(Type.Integer(), { maxItems: 1 }), Type.Null()]) });
    expect(findTooMuch({ ids: null }, schema)).toBeUndefined();
    expect(findTooMuch({ ids: [1, 2] }, schema)?.pointer).toBe('/ids');
  });

  it('bounds unknown members by those that the schema names, and the members of any object (S2)', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    const closed = Type.Object({ a: Type.Integer() }, { additionalProperties: false });
    expect(findTooMuch(many(51), closed)).toBeUndefined();
    expect(findTooMuch(many(52), closed)).toEqual({ pointer: '/', message: 'At most 51 fields allowed' });
    expect(findTooMuch(many(1001))).toEqual({ pointer: '/', message: 'At most 1000 fields allowed' });
  });

  it('bounds all values together', () => {
    const rows = Array.from({ length: 20_000 }, () => Array.from({ length: 20 }, () => 0));
    expect(findTooMuch(rows)).toMatchObject({ message: 'Holds too many values' });
  });

  it('escapes the names in its pointer', () => {
    const found = findTooMuch({ 'a/b~c': ['x'] }, undefined, () => 'Please enter a valid value');
    expect(found).toEqual({ pointer: '/a~1b~0c/0', message: 'Please enter a valid value' });
  });
});
