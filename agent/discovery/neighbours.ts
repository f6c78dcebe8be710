import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { outputOf, readText } from '../inventory/read-text.ts';

const macAddress = /^[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5}$/i;
/** The placeholder for a neighbour that did not answer, and the broadcast address. */
const nobody = new Set(['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff']);

/** The ARP cache of this device: MAC addresses by IPv4 address. It holds hosts of the same subnet alone, none behind a router. */
export async function readNeighbours(platform: NodeJS.Platform = process.platform): Promise<Map<string, string>> {
  return parseNeighbours(platform === 'linux' ? await readText('/proc/net/arp') : await outputOf('arp', ['-a']));
}

/** Between two reads; one answers all that asked meanwhile. */
const PAUSE_MS = 100;

/** The table of neighbours for many questions: each is answered by a read that begins after it was asked. */
export function createNeighbourTable(read = readNeighbours): { macOf(ip: string): Promise<string> } {
  let next: Promise<Map<string, string>> | undefined;
  let readAt = -Infinity;
  const readLater = async (): Promise<Map<string, string>> => {
    await sleep(Math.max(0, readAt + PAUSE_MS - performance.now()));
    next = undefined;
    readAt = performance.now();
    return read();
  };
  return {
    /** Empty for who is no neighbour. */
    async macOf(ip) {
      next ??= readLater();
      return (await next).get(ip) ?? '';
    },
  };
}

/** Of `/proc/net/arp`, and of `arp -a` of macOS and Windows. MAC addresses are spelled `00:0a:95:9d:68:16`. */
export function parseNeighbours(table: string): Map<string, string> {
  const neighbours = new Map<string, string>();
  for (const line of table.split('\n')) {
    const words = line.split(/[\s()]/);
    const ip = words.find((word) => isIP(word) === 4);
    const mac = words.find((word) => macAddress.test(word));
    if (ip === undefined || mac === undefined) continue;
    const spelled = mac
      .toLowerCase()
      .split(/[:-]/)
      .map((byte) => byte.padStart(2, '0'));
    if (!nobody.has(spelled.join(':'))) neighbours.set(ip, spelled.join(':'));
  }
  return neighbours;
}
