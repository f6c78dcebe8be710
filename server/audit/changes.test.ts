import { expect, it } from 'vitest';
import { createScreens } from '../screens/screens.ts';
import { changesOf } from './changes.ts';
import { fieldWords } from './field-words.ts';

it('tells the old and the new value of each field that differs (B)', () => {
  expect(changesOf({ name: 'Shop', frequency: 60, same: [1] }, { name: 'Web shop', frequency: 60, same: [1] })).toEqual(
    {
      changes: [{ field: 'name', from: 'Shop', to: 'Web shop' }],
    },
  );
  expect(changesOf({ enabled: true }, { enabled: null }).changes).toEqual([{ field: 'enabled', from: 'true', to: '' }]);
});

it('tells what left a list and what came, and names rows within', () => {
  const { changes } = changesOf(
    { locations: ['Main', 'Old'], conditions: { 'Is down': { runCount: 1 } } },
    { locations: ['Main', 'New'], conditions: { 'Is down': { runCount: 3 } } },
  );
  expect(changes).toEqual([
    { field: 'locations', from: 'Old', to: 'New' },
    { field: 'conditions/Is down/runCount', from: '1', to: '3' },
  ]);
  expect(changesOf({ conditions: { 'Is down': { runCount: 1 } } }, { conditions: {} }).changes).toEqual([
    { field: 'conditions/Is down', from: 'Present', to: '' },
  ]);
});

it('never tells the value of a hidden field', () => {
  const { changes } = changesOf({ url: 'https://old?key=1' }, { url: 'https://new?key=2' }, ['url']);
  expect(changes).toEqual([{ field: 'url', from: null, to: null }]);
});

it('is bounded in rows and in length', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 'x'.repeat(1000)]));
  const { changes } = changesOf({}, many);
  expect(changes).toHaveLength(40);
  expect(changes[0]?.to).toHaveLength(300);
});

it('calls fields and values as the screens do', () => {
  const words = fieldWords(createScreens());
  expect(words.field('CLOUD_MONITOR', 'monitorName')).toBe('Monitor name');
  expect(words.field('CLOUD_MONITOR', 'conditions/Is down/runCount')).toMatch(/^Conditions › Is down › /);
  expect(words.value('CLOUD_MONITOR', 'enabled', 'false')).toBe('No');
  expect(words.value('STATUS_PAGE', 'addressType', 'CHOSEN')).toBe('Custom address');
  expect(words.field('UNKNOWN', 'someField')).toBe('Some field');
});
