import { open } from 'node:fs/promises';
import { isStation } from '#api/contract/mac.ts';
import { runProgram } from '../ping/run-program.ts';

const MOST_BYTES = 512 * 1024;
const PROGRAM_MS = 5000;

/** The MAC addresses of the hosts on this device's own networks, by IPv4 address, as far as it resolved them; empty if the system does not tell. */
export async function readArpTable(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (process.platform === 'linux') return arpInProc(await readProc());
  const args = process.platform === 'win32' ? ['-a'] : ['-an'];
  const output = await runProgram('arp', args, { timeoutMs: PROGRAM_MS, signal });
  return arpInOutput(output ?? '');
}

/** A file of `/proc` has no size: it is read until its end, or as far as it is looked at. */
async function readProc(): Promise<string> {
  try {
    const file = await open('/proc/net/arp');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}

/** `192.0.2.7  0x1  0x2  00:1b:21:aa:bb:cc  *  eth0` */
export function arpInProc(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n').slice(1)) {
    const [address = '', , , mac = ''] = line.trim().split(/\s+/);
    add(found, address, mac);
  }
  return found;
}

/** `? (192.0.2.7) at 0:1b:21:aa:bb:cc on en0`, or `192.0.2.7  00-1b-21-aa-bb-cc  dynamic`. */
export function arpInOutput(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b/.exec(line)?.[0];
    const mac = /(?:^|\s)([0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5})(?=\s|$)/i.exec(line)?.[1];
    if (address !== undefined && mac !== undefined) add(found, address, mac);
  }
  return found;
}

function add(found: Map<string, string>, address: string, text: string): void {
  const parts = text.toLowerCase().split(/[:-]/);
  const mac = parts.map((part) => part.padStart(2, '0')).join(':');
  if (/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac) && isStation(mac)) found.set(address, mac);
}
