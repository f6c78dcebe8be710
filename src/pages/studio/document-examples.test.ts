import { expect, it } from 'vitest';
import { examplesUnder, examplesWithBound, examplesWithValue } from './document-examples.ts';

const name = 'name';

it.each([
  [
    'a higher maximum length',
    'maxLength',
    5,
    7,
    { valid: 'abcde', invalid: 'abcdef' },
    { valid: 'abcde', invalid: 'abcdefxx' },
  ],
  [
    'a lower maximum length',
    'maxLength',
    5,
    3,
    { valid: 'abcde', invalid: 'abcdef' },
    { valid: 'abc', invalid: 'abcdef' },
  ],
  ['a higher minimum length', 'minLength', 2, 4, { valid: 'ab', invalid: 'a' }, { valid: 'abxx', invalid: 'a' }],
  ['a lower minimum length', 'minLength', 4, 2, { valid: 'abcd', invalid: 'abc' }, { valid: 'abcd', invalid: 'a' }],
  ['a higher maximum', 'maximum', 10, 20, { valid: 10, invalid: 11 }, { valid: 10, invalid: 21 }],
  ['a lower maximum', 'maximum', 10, 5, { valid: 10, invalid: 11 }, { valid: 5, invalid: 11 }],
  ['a higher minimum', 'minimum', 1, 3, { valid: 1, invalid: 0 }, { valid: 3, invalid: 0 }],
  ['a lower minimum', 'minimum', 1, -1, { valid: 1, invalid: 0 }, { valid: 1, invalid: -2 }],
  ['a new bound', 'maxLength', undefined, 3, { valid: 'abcd', invalid: '' }, { valid: 'abc', invalid: '' }],
] as const)('moves the examples with %s', (_what, bound, before, after, given, expected) => {
  const examples = { valid: [{ name: given.valid, other: 1 }, {}], invalid: [{ name: given.invalid }, {}] };
  expect(examplesWithBound(examples, { name, bound, before, after })).toEqual({
    valid: [{ name: expected.valid, other: 1 }, {}],
    invalid: [{ name: expected.invalid }, {}],
  });
});

const port = { type: 'integer', title: 'Port', wholeNumber: { minimum: 5, maximum: 9 } } as const;

it('gives a whole number that has no value its least one', () => {
  expect(examplesWithValue({ valid: [{}], invalid: [] }, 'port', port).valid).toEqual([{ port: 5 }]);
});

it('keeps an example invalid that a whole number outside of its bounds makes so, once it is asked under a condition', () => {
  const tests = [{ kind: 'is', field: 'kind', values: ['SNMP'] }] as const;
  const under = { name: 'port', schema: port, isRequired: false, tests, unasked: ['port', 'path'] };
  const given = { kind: 'HTTP', port: 7, path: '/' };
  expect(examplesUnder({ valid: [given], invalid: [{ port: 10 }, { port: 7 }] }, under)).toEqual({
    valid: [{ kind: 'HTTP' }],
    invalid: [{ kind: 'SNMP', port: 10 }, { port: 7 }],
  });
});
