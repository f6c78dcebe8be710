import { expect, it } from 'vitest';
import { examplesWithBound } from './document-examples.ts';

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
