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

  const { outbound } = screensOf('cloud-monitor');
  const encryption = (smtpUseSSL: boolean, smtpUseTLS: boolean) => ({ outbound: { smtpUseSSL, smtpUseTLS } });

  it('tells flags that are chosen together as one answer, old and new (A20)', () => {
    if (outbound === undefined) throw new Error('the monitor has no such screen');
    const [none, starttls, tls] = [encryption(false, false), encryption(false, true), encryption(true, false)];
    const told = (from: typeof none, to: typeof none) =>
      changesOf([outbound], from, to).map(({ label, before, after }) => [label, before?.text, after?.text]);
    expect(told(starttls, tls)).toEqual([['Encryption', 'STARTTLS', 'TLS']]);
    // Only the flag of the hidden field differs.
    expect(told(none, tls)).toEqual([['Encryption', 'None', 'TLS']]);
    expect(told(tls, tls)).toEqual([]);
  });
});
