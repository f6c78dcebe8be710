import { describe, expect, it } from 'vitest';
import { createNeighbourTable, parseNeighbours, readNeighbours } from './neighbours.ts';

const linux = `IP address       HW type     Flags       HW address            Mask     Device
192.0.2.1        0x1         0x2         00:0A:95:9d:68:16     *        eth0
192.0.2.9        0x1         0x0         00:00:00:00:00:00     *        eth0`;
const macos = `? (192.0.2.1) at 0:a:95:9d:68:16 on en0 ifscope [ethernet]
? (192.0.2.9) at (incomplete) on en0 ifscope [ethernet]
? (192.0.2.255) at ff:ff:ff:ff:ff:ff on en0 ifscope [ethernet]`;
const windows = `
Interface: 192.0.2.50 --- 0x4
  Internet Address      Physical Address      Type
  192.0.2.1             00-0a-95-9d-68-16     dynamic
  192.0.2.255           ff-ff-ff-ff-ff-ff     static\r`;

describe('the table of neighbours', () => {
  it.each([
    ['Linux', linux],
    ['macOS', macos],
    ['Windows', windows],
  ])('of %s names each neighbour that answered, spelled alike', (_, table) => {
    expect([...parseNeighbours(table)]).toEqual([['192.0.2.1', '00:0a:95:9d:68:16']]);
  });

  it('is read once for those that ask at once, and again for those that ask later', async () => {
    const tables = [new Map([['192.0.2.1', 'first']]), new Map([['192.0.2.1', 'second']])];
    let reads = 0;
    const table = createNeighbourTable(async () => tables[reads++] ?? new Map());
    const [one, other] = await Promise.all([table.macOf('192.0.2.1'), table.macOf('192.0.2.2')]);
    expect([one, other, reads]).toEqual(['first', '', 1]);
    expect(await table.macOf('192.0.2.1')).toBe('second');
  });

  it('is empty where the system has none', async () => {
    expect(parseNeighbours('')).toEqual(new Map());
    await expect(readNeighbours('linux')).resolves.toBeInstanceOf(Map);
  });
});
