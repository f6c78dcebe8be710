import { sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { NoAlertReason } from '#api/contract/monitors.ts';
import { node } from '../database/schema/nodes.ts';
import { cloudMonitor, monitorState } from '../database/schema/monitors.ts';

const conditionsOn = sql`monitor_condition c where c.monitor_id = ${node.id} and c.enabled`;

/**
 * Why a monitor that is down has no open alert, for queries over `node` with its monitor and state; null for any other.
 * A case decides in this order and stops: nothing is looked up for a monitor that is up.
 */
export const noAlertReason: SQL<Static<typeof NoAlertReason> | null> = sql`case
  when ${cloudMonitor.enabled} is not true or ${monitorState.ok} is not false then null
  when exists (select 1 from alert a where a.monitor_id = ${node.id} and a.reset_at is null) then null
  when exists (select 1 from maintenance_window w where w.node_id = ${node.id} and w.starts_at <= now()
    and (w.ends_at is null or w.ends_at > now()) and (w.options ->> 'alerts')::boolean) then 'MAINTENANCE'
  when not exists (select 1 from ${conditionsOn}) then 'NO_CONDITION'
  when exists (select 1 from ${conditionsOn} and (c.failures > 0 or c.unanswered > 0)) then 'WAITING'
  when ${monitorState.checkedAt} < ${node.updatedAt} then 'CHANGED'
  else 'NOT_COVERED' end`;
