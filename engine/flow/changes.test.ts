import { describe, expect, it } from 'vitest';
import { screensOf } from '#tests/flows/rehearsal.ts';
import { changesOf } from './changes.ts';

const { details, locations } = screensOf('organization');
if (details === undefined || locations === undefined) throw new Error('the organization has no such screens');
const screens = [details, locations];
const stored = {
  details: { name: 'Northwind' },
  locations: {
    locations: [
      { id: 1, name: 'Main office' },
      { id: 2, name: 'Depot', country: 'DE' },
    ],
  },
};

describe('what an edit changes (A9)', () => {
  it('is nothing where the answers are the stored ones, however emptiness is spelled', () => {
    const answers = { ...stored, details: { name: 'Northwind', description: '' } };
    expect(changesOf(screens, stored, answers)).toEqual([]);
  });

  it('tells each answer as it is stored and as it will be', () => {
    const answers = { ...stored, details: { name: 'Northwind Traders', description: 'Retail' } };
    expect(changesOf(screens, stored, answers)).toMatchObject([
      { screen: 'details', label: 'Name', before: { text: 'Northwind' }, after: { text: 'Northwind Traders' } },
      { screen: 'details', label: 'Description', after: { text: 'Retail' } },
    ]);
  });

  it('tells rows that were changed, removed and added, by their names', () => {
    const rows = [{ id: 1, name: 'Main office', country: 'FR' }, { name: 'Warehouse' }];
    const [change] = changesOf(screens, stored, { ...stored, locations: { locations: rows } });
    const names = change?.rows?.map(({ before, after }) => [before?.[0]?.text, after?.[0]?.text]);
    expect(names).toEqual([
      ['Main office', 'Main office'],
      ['Depot', undefined],
      [undefined, 'Warehouse'],
    ]);
  });
});
