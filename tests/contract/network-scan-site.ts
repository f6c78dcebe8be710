import { sql } from 'drizzle-orm';
import { farHour } from '../server/far-hour.ts';
import type { TestServer } from '../server/harness.ts';

/** A device that discovers, and an SNMP credential of its organization. */
interface Probe {
  clientId: number;
  locationId: number;
  nodeId: number;
  credentialId: number;
}

/** A scan of the site's computer, which found the device of its discovery new. */
export async function makeScan(
  { services: { database } }: TestServer,
  { clientId, locationId, nodeId, credentialId, discoveryId }: Probe & { discoveryId: string },
  marker: string,
): Promise<{ networkScanId: number; newDeviceId: number }> {
  const schedule = JSON.stringify({ repeats: 'DAILY', runAtHour: farHour, runAtMinute: 0 });
  const { rows } = await database.execute<{ id: number }>(sql`
    insert into network_scan (organization_id, location_id, name, probe_id, ip_targets, snmp_cred_one, ping_timeout_ms, ping_packet_ttl,
      pings_per_node, delay_between_pings_ms, schedule, alerts, notification_channel_ids, created_by, next_run_at)
    values (${clientId}, ${locationId}, ${`${marker} scan`}, ${nodeId}, '192.0.2.1', ${credentialId}, 500, 127, 2, 300,
      ${schedule}::jsonb, true, '{}', 'Ada Byron', now() + interval '1 day') returning id`);
  const networkScanId = Number(rows[0]?.id);
  await database.execute(sql`insert into network_scan_run (run_id, scan_id) values (${discoveryId}, ${networkScanId})`);
  // No call of a test adds a device of this address: the server would take it for known within a minute.
  const { rows: hosts } = await database.execute<{ id: number }>(sql`
    insert into network_scan_host (scan_id, ip, mac, name, vendor, found_by, is_new, first_seen_at, last_seen_at)
    values (${networkScanId}, '192.0.2.77', '', ${`${marker} router`}, '', ${discoveryId}, true, now(), now()) returning id`);
  return { networkScanId, newDeviceId: Number(hosts[0]?.id) };
}

export const scanBody = ({ clientId, locationId, nodeId, credentialId }: Probe, name: string) => ({
  name,
  org: clientId,
  location: locationId,
  networkProbe: { nodeId },
  ipTargets: '192.0.2.1',
  snmpCredOne: credentialId,
  pingTimeoutMS: 500,
  pingPacketTTL: 127,
  pingsPerNode: 2,
  delayBetweenPingsMS: 300,
  schedule: { repeats: 'DAILY', runAtHour: farHour, runAtMinute: 0 },
  alerts: true,
  notificationChannelIds: [],
});
