import {
  mostPollCredentials,
  mostPolled,
  type DevicesPoll,
  type PollResult,
  type PollTarget,
} from '#api/contract/agent-methods/polling.ts';
import { snmpCredentials } from '../credentials/snmp-credentials.ts';
import type { Database } from '../database/database.ts';
import type { Live } from '../live/messages.ts';
import type { Secrets } from '../secrets.ts';
import { claimDevices, type DueDevice } from './claim-devices.ts';
import { storePolls } from './store-polls.ts';

export interface PollTools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Pick<Secrets, 'open'>;
}

/**
 * Polls the devices of a probe until none is left to poll now, a request at a time.
 * @throws RpcError when the probe cannot; its devices are polled again after `everySeconds`
 */
export async function pollProbe(
  { database, live, secrets }: PollTools,
  probe: number,
  { everySeconds, poll }: { everySeconds: number; poll(request: DevicesPoll): Promise<{ results: PollResult[] }> },
): Promise<void> {
  for (;;) {
    const now = new Date();
    const next = new Date(now.getTime() + everySeconds * 1000);
    const due = await claimDevices(database, probe, { work: 'poll', most: mostPolled, now, next });
    if (due.length === 0) return;
    const ids = [...new Set(due.flatMap(({ credentialId }) => credentialId ?? []))];
    const known = await snmpCredentials({ db: database, secrets }, probe, ids);
    for (const request of requestsFor(due, known)) {
      const { results } = await poll(request);
      const turned = await storePolls(database, asked(request, results), new Date());
      if (turned.length > 0) await live.announce(database, 'node', turned);
    }
  }
}

/** Splits devices so that no request lists more credentials than it may. */
export function requestsFor(
  devices: readonly DueDevice[],
  known: Awaited<ReturnType<typeof snmpCredentials>>,
): DevicesPoll[] {
  const ids = [...known.keys()];
  const isWithout = ({ credentialId }: DueDevice) => credentialId === null || !known.has(credentialId);
  const requests: DevicesPoll[] = [];
  const add = (some: readonly DueDevice[], listed: readonly number[]) => {
    const targets = some.map(({ nodeId, address, credentialId }): PollTarget => {
      const index = credentialId === null ? -1 : listed.indexOf(credentialId);
      return { nodeId, address, credential: index < 0 ? null : index };
    });
    const credentials = listed.flatMap((id) => known.get(id) ?? []);
    if (targets.length > 0) requests.push({ targets, credentials });
  };
  for (let from = 0; from < ids.length; from += mostPollCredentials) {
    const listed = ids.slice(from, from + mostPollCredentials);
    add(
      devices.filter((device) => listed.includes(device.credentialId ?? 0) || (from === 0 && isWithout(device))),
      listed,
    );
  }
  if (ids.length === 0) add(devices, []);
  return requests;
}

/** The results of devices that were asked for, one each: a probe speaks for no other device. */
function asked({ targets }: DevicesPoll, results: readonly PollResult[]): PollResult[] {
  return targets.flatMap(({ nodeId }) => results.find((result) => result.nodeId === nodeId) ?? []);
}
