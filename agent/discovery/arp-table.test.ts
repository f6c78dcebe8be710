import { expect, it } from 'vitest';
import { arpInOutput, arpInProc } from './arp-table.ts';

it('reads the table of Linux without entries that were not resolved or are of a group', () => {
  const text = `IP address       HW type     Flags       HW address            Mask     Device
192.0.2.7        0x1         0x2         00:1B:21:aa:bb:cc     *        eth0
192.0.2.8        0x1         0x0         00:00:00:00:00:00     *        eth0
192.0.2.9        0x1         0x2         01:00:5e:00:00:01     *        eth0
broken
`;
  expect([...arpInProc(text)]).toEqual([['192.0.2.7', '00:1b:21:aa:bb:cc']]);
});

it('reads what arp of macOS and of Windows writes', () => {
  const macos = '? (192.0.2.7) at 0:1b:21:a:bb:cc on en0 ifscope [ethernet]\n? (192.0.2.8) at (incomplete) on en0';
  const windows =
    'Interface: 192.0.2.2 --- 0x4\r\n  192.0.2.9        00-1b-21-aa-bb-dd     dynamic   \r\n  192.0.2.255   ff-ff-ff-ff-ff-ff     static\r\n';
  expect([...arpInOutput(macos)]).toEqual([['192.0.2.7', '00:1b:21:0a:bb:cc']]);
  expect([...arpInOutput(windows)]).toEqual([['192.0.2.9', '00:1b:21:aa:bb:dd']]);
});
