import snmpClient from 'net-snmp';
import { expect, it } from 'vitest';
import type { Varbind } from '../discovery/snmp-session.ts';
import { walkColumn } from './walk.ts';

const column = '1.3.6.1.2.1.17.4.3.1.2';
const row = (index: string): Varbind => ({ oid: `${column}.${index}`, type: 2, value: 1 }) as Varbind;
const end = { oid: '1.3.6.1.2.1.17.4.3.1.3.1', type: 2, value: 1 } as Varbind;

/** A device that gives the rows of a request as the test wants: from the number of requests before. */
const device = (bulk: (asked: number, rows: number) => Varbind[]) => {
  let asked = 0;
  return {
    asked: () => asked,
    getBulk: async (_oid: string, rows: number) => bulk(asked++, rows),
    getNext: async () => bulk(asked++, 1)[0],
  };
};
const walk = (from: ReturnType<typeof device>, most = 1000, isBulk = true) =>
  walkColumn(from, column, { most, isBulk }).then((rows) => rows.map(({ index }) => index.join('.')));

it.each([true, false])('reads to the end of the column (GETBULK: %s)', async (isBulk) => {
  const indexes = ['1', '1.5', '2', '10'];
  const from = device((asked, rows) =>
    isBulk
      ? [...indexes.map(row), end].slice(asked * rows, (asked + 1) * rows)
      : [[...indexes.map(row), end][asked] ?? end],
  );
  expect(await walk(from, 1000, isBulk)).toEqual(indexes);
});

it('ends where a device goes round in a circle, repeats a row or goes backwards', async () => {
  const circle = device(() => [row('1'), row('2'), row('3')]);
  expect(await walk(circle)).toEqual(['1', '2', '3']);
  expect(circle.asked()).toBe(2);
  const same = device(() => [row('7')]);
  expect(await walk(same)).toEqual(['7']);
  expect(same.asked()).toBe(2);
  expect(await walk(device(() => [row('9'), row('10'), row('8.99'), row('11')]))).toEqual(['9', '10']);
  // A longer index comes after its own beginning, and the beginning not after it.
  expect(await walk(device(() => [row('4.1'), row('4')]))).toEqual(['4.1']);
});

it('reads no more rows than it may of a table without an end', async () => {
  const endless = device((asked, rows) =>
    Array.from({ length: rows }, (_, place) => row(String(asked * 24 + place + 1))),
  );
  expect(await walk(endless, 100)).toHaveLength(100);
  expect(endless.asked()).toBe(5);
  // One that gives more than it was asked.
  const generous = device(() => Array.from({ length: 5000 }, (_, place) => row(String(place + 1))));
  expect(await walk(generous, 100)).toHaveLength(100);
});

it('skips rows with an invalid index', async () => {
  for (const index of ['x', '-1', '1..2', '4294967296', '1.'.repeat(200) + '1'])
    expect(await walk(device(() => [row(index)])), index).toEqual([]);
  expect(await walk(device(() => []))).toEqual([]);
  const gone = { oid: `${column}.1`, type: snmpClient.ObjectType.EndOfMibView, value: null } as Varbind;
  expect(await walk(device(() => [gone]))).toEqual([]);
});

it('ends at the end of the objects of an SNMP v1 device, and fails where it stops answering', async () => {
  const failing = (status: number) => ({
    getBulk: () => Promise.reject(new Error('not asked')),
    getNext: () => {
      const error = new snmpClient.RequestFailedError('failed', status);
      return Promise.reject(error);
    },
  });
  const { NoSuchName, GeneralError } = snmpClient.ErrorStatus;
  expect(await walkColumn(failing(NoSuchName), column, { most: 5, isBulk: false })).toEqual([]);
  await expect(walkColumn(failing(GeneralError), column, { most: 5, isBulk: false })).rejects.toThrow('failed');
});
