import { inArray, sql } from 'drizzle-orm';
import { isStandingNodeId, isStandingOrganization } from '../../access/visibility.ts';
import type { Queries } from '../../database/database.ts';
import { networkScanHost } from '../../database/schema/network-scans.ts';
import { monitorCondition } from '../../database/schema/monitors.ts';
import type { Alerts } from '../../monitors/alerts/alerts.ts';
import { isMonitor } from '../../nodes/node-types.ts';
import type { ScanRow } from './read-scans.ts';
import type { FoundHost } from './record-hosts.ts';

const conditionType = 'NewDevice';
/** Devices that the message of an alert names. */
const mostNamed = 5;

/** One alert for all devices that a run found new. Its condition is about the probe, and names the run. */
export async function raiseNewDevices(
  db: Queries,
  alerts: Pick<Alerts, 'raise'>,
  { scan, runId, found }: { scan: ScanRow; runId: string; found: readonly FoundHost[] },
  now: Date,
): Promise<void> {
  const { id, name, probeId, notificationChannelIds } = scan;
  if (!scan.alerts || probeId === null) return;
  const [condition] = await db
    .insert(monitorCondition)
    .values({
      monitorId: probeId,
      position: 100,
      type: conditionType,
      enabled: true,
      conditionName: 'New device on the network',
      parameters: { scanId: id, scanName: name, runId },
      resetThreshold: 0,
      severity: 'MODERATE',
      priority: 'MEDIUM',
      notificationAction: 'SEND',
      notificationChannelIds,
    })
    .returning({ id: monitorCondition.id });
  if (!condition) throw new Error('The condition of new devices was not stored');
  await db
    .update(networkScanHost)
    .set({ conditionId: condition.id })
    .where(
      inArray(
        networkScanHost.id,
        found.map((host) => host.id),
      ),
    );
  await alerts.raise(db, condition.id, { kind: 'CONDITION', message: messageOf(name, found) }, { at: now.getTime() });
}

/** “2 new devices: printer-2 (192.0.2.7, HP), 192.0.2.9.” */
function messageOf(scan: string, found: readonly FoundHost[]): string {
  const named = found.slice(0, mostNamed).map(({ ip, name, vendor }) => {
    const facts = [name === ip ? '' : ip, vendor].filter(Boolean).join(', ');
    return facts === '' ? name : `${name} (${facts})`;
  });
  const rest = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
  const count = found.length === 1 ? '1 new device' : `${found.length} new devices`;
  return `The network scan “${scan}” found ${count}: ${named.join(', ')}${rest}.`;
}

/** The sentence of the condition. */
export function describeNewDevice(condition: Readonly<Record<string, unknown>>): string {
  return `The network scan “${String(condition['scanName'])}” finds a device that no earlier run found and that is not added. Resets when each is added or marked as known.`;
}

interface Settled extends Record<string, unknown> {
  id: number;
  reason: 'CONDITION_REMOVED' | 'CONDITION_OFF' | null;
}

/**
 * Ends alerts of new devices: one resets once each of its devices was added or marked as known, and ends with its scan or when the scan raises
 * none any more. What notifies nobody any more is removed.
 */
export async function settleAlerts(db: Queries, alerts: Pick<Alerts, 'reset' | 'end'>, now: Date): Promise<void> {
  await db.execute(sql`
    update network_scan_host h set is_new = false from network_scan s
    where h.is_new and s.id = h.scan_id and ${isStandingOrganization(sql.raw('s.organization_id'))} and exists (
      select 1 from node where node.organization_id = s.organization_id and not (${isMonitor}) and node.ip_addresses && array[h.ip])`);
  const open = sql`exists (select 1 from alert a where a.condition_id = c.id and a.reset_at is null)`;
  const { rows } = await db.execute<Settled>(sql`
    select c.id, case when s.id is null then 'CONDITION_REMOVED' when not s.alerts then 'CONDITION_OFF' end as reason
    from monitor_condition c left join network_scan s on s.id = (c.parameters ->> 'scanId')::int
    where c.type = ${conditionType} and ${open} and ${isStandingNodeId(sql.raw('c.monitor_id'))} and (s.id is null or not s.alerts
      or not exists (select 1 from network_scan_host h where h.condition_id = c.id and h.is_new))
    order by c.id`);
  for (const { id, reason } of rows)
    if (reason === null) await alerts.reset(db, id, { kind: 'CONDITION' }, { at: now.getTime() });
    else await alerts.end(db, sql`condition_id = ${id}`, reason, now);
  await db.execute(sql`
    delete from monitor_condition c where c.type = ${conditionType} and not exists (
      select 1 from alert a where a.condition_id = c.id
        and (a.reset_at is null or a.technicians_owed is not null or a.channels_owed is not null))`);
}
