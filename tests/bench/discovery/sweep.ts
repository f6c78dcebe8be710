// discovery.sweep: what a probe needs for a network, each case in a process and a network namespace of its own: there loopback answers
// every ping, and every other address is silent. Needs Linux, `unshare` (util-linux), `ip` (iproute2), `fping` and `snmpd`.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { community } from '../../peers/snmp-peer.ts';
import { percentile, rounded, type Bench, type BenchResult } from '../bench.ts';
import type { SweepInput, SweepOutput } from './sweep-process.ts';

/** A device that sends everything to its twin, which is of no network and drops it. */
const namespace = [
  'ip link set lo up',
  'ip link add silent type veth peer name sink',
  'ip link set silent arp off up',
  'ip link set sink up',
  'ip addr add 10.98.0.1/32 dev silent',
  'ip route add default dev silent',
].join(' && ');

const snmpCredentials: SweepInput['snmpCredentials'] = [{ credentialType: 'SNMP_V2C', community }];

async function measure(input: Omit<SweepInput, 'snmpCredentials'>): Promise<SweepOutput> {
  const program = join(import.meta.dirname, 'sweep-process.ts');
  const node = [process.execPath, '--import', 'tsx', program, JSON.stringify({ ...input, snmpCredentials })];
  const { stdout } = await promisify(execFile)(
    'unshare',
    ['--net', '--map-root-user', 'sh', '-c', `${namespace} && exec "$@"`, 'sh', ...node],
    { timeout: 110_000 },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SweepOutput;
}

function requireAll(what: string, is: number, expected: number): void {
  if (is !== expected) throw new Error(`the sweep found ${is} of ${expected} ${what}`);
}

const figure = (
  name: string,
  value: number,
  most: number,
  unit: BenchResult['unit'],
  baseline?: BenchResult['baseline'],
): BenchResult => ({
  name: `discovery.sweep.${name}`,
  value: rounded(value, 2),
  unit,
  goal: `<= ${most} ${unit}`,
  holds: value <= most,
  ...(baseline && { baseline: { name: baseline.name, value: rounded(baseline.value, 2) } }),
});

/** A /22, of which every address answers pings and nothing else. */
async function loopback(): Promise<BenchResult> {
  const { took, fping, answered } = await measure({ network: '127.50', count: 1022, fping: true });
  requireAll('addresses that answer', answered, 1022);
  return {
    name: 'discovery.sweep.loopback',
    value: rounded(took / fping, 2),
    unit: 'ratio',
    goal: `<= 1.2 of fping alone (${rounded(took / 1000, 2)} s, fping with the same settings ${rounded(fping / 1000, 2)} s)`,
    holds: took / fping <= 1.2,
  };
}

/** A /22 of addresses that answer nothing, and a name server that does not answer. */
async function silent(): Promise<BenchResult> {
  const { took, items, answered } = await measure({ network: '10.99', count: 1022 });
  requireAll('addresses', items, 1022);
  requireAll('addresses that answer', answered, 0);
  return figure('silent', took / 1000, 3, 's');
}

/** Devices that answer pings but not SNMP. */
async function dead(): Promise<BenchResult> {
  const pings = { pingsPerNode: 1 };
  const { took, items, snmp } = await measure({ network: '127.51', count: 500, pings });
  requireAll('addresses', items, 500);
  requireAll('devices by SNMP', snmp, 0);
  return figure('snmp.dead', took / 1000, 2.5, 's');
}

async function live(): Promise<BenchResult> {
  const { took, snmp } = await measure({ network: '127.52', count: 1000, snmpd: true });
  requireAll('devices by SNMP', snmp, 1000);
  return figure('snmp.live', took / 1000, 60, 's');
}

/** The first seconds of a /16; the memory at its begin is that of the program and of the first addresses. */
async function large(): Promise<BenchResult[]> {
  const { memory, stopped } = await measure({ network: '10.100', count: 65_534, stopAfterMs: 45_000 });
  const from = Math.floor(memory.length / 3);
  const half = from + Math.floor((memory.length - from) / 2);
  const middle = (some: readonly number[]) => percentile(some, 0.5);
  const before = middle(memory.slice(from, half));
  const grown = middle(memory.slice(half)) - before;
  return [
    figure('memory', grown, 15, 'MB', { name: 'more than in the thirds before', value: before }),
    figure('stop', stopped / 1000, 1, 's'),
  ];
}

export const bench: Bench = {
  names: ['discovery.sweep'],
  async run() {
    return [await loopback(), await silent(), await dead(), await live(), ...(await large())];
  },
};
