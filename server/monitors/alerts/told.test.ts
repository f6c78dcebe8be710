import { expect, it } from 'vitest';
import { told } from './told.ts';

it.each([
  ['raised', false, null, { tells: true, owed: null }],
  ['reset', false, null, { tells: true, owed: null }],
  ['raised', true, null, { tells: false, owed: 'raised' }],
  ['reset', true, null, { tells: false, owed: 'reset' }],
  // It came and went unheard, in maintenance or just after it.
  ['reset', true, 'raised', { tells: false, owed: null }],
  ['reset', false, 'raised', { tells: false, owed: null }],
] as const)('%s, quiet %s, owed %s', (news, quiet, owed, outcome) => {
  expect(told(news, { quiet, owed })).toEqual(outcome);
});
