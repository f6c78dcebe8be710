import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { devicesPoll, pollPings, type DevicesPoll, type PollResult } from '#api/contract/agent-methods/polling.ts';
import { pingAll } from '../discovery/ping-sweep.ts';
import { readUpTime } from '../discovery/read-snmp.ts';
import { findOpenPorts } from '../discovery/tcp-ports.ts';
import { averageOf } from '../ping/average.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Devices that are asked concurrently by SNMP and TCP. */
const ASKED_AT_ONCE = 16;
const SNMP_MS = 2000;
const CONNECT_MS = 1000;

type Poll = (request: DevicesPoll) => Promise<{ results: PollResult[] }>;

/**
 * Polls the devices of one request at a time: ping, then SNMP with the credential of the device, and TCP connections to those
 * that answered neither. Never writes to a device.
 */
export function createPoller(stopping: AbortSignal): Poll {
  const limits = { busy: 'This device is polling already', seconds: devicesPoll.seconds };
  return oneAtATime(stopping, limits, async ({ targets, credentials }, signal) => {
    const times = await pingAll([...new Set(targets.map(({ address }) => address))], pollPings, signal);
    const results: PollResult[] = [];
    const waiting = [...targets];
    const work = async (): Promise<void> => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
        const { nodeId, address, credential } = target;
        const known = credential === null ? undefined : credentials[credential];
        const answer = await pollDevice(address, times.get(address) ?? [], known, signal);
        results.push({ nodeId, ...answer });
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
    return { results };
  });
}

/** `times`: the round trips of its pings, in milliseconds. */
export async function pollDevice(
  address: string,
  times: readonly number[],
  credential: SnmpCredential | undefined,
  signal: AbortSignal,
): Promise<Omit<PollResult, 'nodeId'>> {
  const received = Math.min(times.length, pollPings.pingsPerNode);
  const upTime = credential && (await readUpTime(address, credential, { timeoutMs: SNMP_MS, signal }));
  const answers = { pingMS: averageOf(times), received, upSeconds: upTime ?? null };
  if (received > 0) return { answered: 'ping', ...answers };
  if (upTime !== undefined) return { answered: 'snmp', ...answers };
  const { ports } = await findOpenPorts(address, { answersPing: false, timeoutMs: CONNECT_MS, signal });
  return { answered: ports.length > 0 ? 'tcp' : null, ...answers };
}
