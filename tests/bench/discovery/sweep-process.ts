// One sweep in a network namespace of its own, for `discovery.sweep`: `sweep-process.ts` and its input as JSON. Prints what it measured as JSON.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { networkDiscover } from '#agent/methods/network-discover.ts';
import { startSnmpd } from '../../peers/snmp-peer.ts';

/** What one process measures. */
export interface SweepInput {
  /** Addresses from here: the first two numbers of them. */
  network: string;
  count: number;
  snmpCredentials: SnmpCredential[];
  pings?: Partial<typeof pings>;
  /** Aborts after so many milliseconds. */
  stopAfterMs?: number;
  /** Runs `fping` alone as well, before and after. */
  fping?: true;
  /** Starts a server of SNMP, which answers at every address of loopback. */
  snmpd?: true;
}

export interface SweepOutput {
  /** Milliseconds. */
  took: number;
  /** Of `fping` alone, the shorter of two runs. */
  fping: number;
  items: number;
  answered: number;
  snmp: number;
  /** Milliseconds from the abort until nothing of the sweep is left. */
  stopped: number;
  /** Resident megabytes each 3 s, after a full collection: how much garbage V8 lets lie differs by tens of megabytes between runs. */
  memory: number[];
}

/** The default settings of the configuration. */
const pings = { pingTimeoutMS: 500, pingPacketTTL: 127, pingsPerNode: 2, delayBetweenPingsMS: 300 };

function addressesOf({ network, count }: SweepInput): string[] {
  return Array.from({ length: count }, (_, index) => `${network}.${(index + 1) >> 8}.${(index + 1) & 255}`);
}

/** The same pings by `fping` alone. */
async function timeFping(addresses: readonly string[], settings: typeof pings): Promise<number> {
  const { pingsPerNode, delayBetweenPingsMS, pingTimeoutMS, pingPacketTTL } = settings;
  const numbers = ['-C', pingsPerNode, '-p', delayBetweenPingsMS, '-t', pingTimeoutMS, '-H', pingPacketTTL, '-i', 1];
  const begun = performance.now();
  await promisify(execFile)('fping', ['-q', ...numbers.map(String), ...addresses], { maxBuffer: 2 ** 24 }).catch(
    () => undefined,
  );
  return performance.now() - begun;
}

function megabytes(): number {
  collect();
  return process.memoryUsage.rss() / 1024 / 1024;
}

async function sweep(input: SweepInput): Promise<SweepOutput> {
  const addresses = addressesOf(input);
  const settings = { ...pings, ...input.pings };
  const stopping = new AbortController();
  const output = { took: 0, fping: 0, items: 0, answered: 0, snmp: 0, stopped: 0, memory: [] as number[] };
  const alone = input.fping ? await timeFping(addresses, settings) : 0;
  const watch = input.stopAfterMs && setInterval(() => output.memory.push(megabytes()), 3000);
  let abortedAt = 0;
  const timer =
    input.stopAfterMs === undefined
      ? undefined
      : setTimeout(() => {
          abortedAt = performance.now();
          stopping.abort(new Error('stopped'));
        }, input.stopAfterMs);
  const begun = performance.now();
  await networkDiscover(
    { addresses, snmpCredentials: input.snmpCredentials, ...settings },
    {
      signal: stopping.signal,
      progress: () => undefined,
      item: (host) => {
        output.items += 1;
        if (host.pingMS !== null) output.answered += 1;
        // Described by its name and its chassis.
        if (host.snmp?.name) output.snmp += 1;
      },
    },
  ).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  output.took = performance.now() - begun;
  clearTimeout(timer);
  if (watch) clearInterval(watch);
  if (abortedAt > 0) {
    // Sockets and programs hold the event loop until they are gone.
    await untilIdle();
    output.stopped = performance.now() - abortedAt;
  }
  if (input.fping) output.fping = Math.min(alone, await timeFping(addresses, settings));
  return output;
}

/** Waits until neither a socket nor a program of the sweep is open. */
async function untilIdle(): Promise<void> {
  const busy = () =>
    process.getActiveResourcesInfo().some((kind) => /TCP|UDP|Process|ConnectWrap/.test(kind) && kind !== 'TTYWrap');
  for (const end = performance.now() + 10_000; busy() && performance.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

// The installed agent runs without source maps. With them, the error of each closed port costs several times as much.
process.setSourceMapsEnabled(false);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const input = JSON.parse(process.argv[2] ?? '{}') as SweepInput;
const peer = input.snmpd ? await startSnmpd({ address: '0.0.0.0', at: 161 }) : undefined;
const output = await sweep(input);
await peer?.stop();
process.stdout.write(`${JSON.stringify(output)}\n`);
process.exit(0);
