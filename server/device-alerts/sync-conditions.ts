import { inArray, sql } from 'drizzle-orm';
import type { DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import { agentNodeType } from '../agents/node-class.ts';
import type { Queries } from '../database/database.ts';
import type { Alerts } from '../monitors/alerts/alerts.ts';
import { effectivePolicyId, effectivePolicyJoins } from '../policy/effective.ts';
import { enforced, readPolicyTree, settingsOf } from '../policy/resolve.ts';
import { rulesOf } from './rules.ts';
import { isStandingNode } from '../access/visibility.ts';

/**
 * Gives every device with an agent the conditions of its effective policy, or of the settings where it has none, and brings those it has up to date. Open alerts of conditions
 * that were turned off end. The caller is the only one at it.
 */
export async function syncConditions(
  tx: Queries,
  settings: DeviceAlertSettings,
  alerts: Pick<Alerts, 'end'>,
  now: Date,
): Promise<void> {
  const channels = JSON.stringify(settings.notificationChannelIds);
  const rules = sql`json_to_recordset(${JSON.stringify(await readRules(tx, settings))}::json) as r("policyId" int, action text,
    type text, position int, enabled boolean, "conditionName" text, parameters jsonb, "resetThreshold" int, severity text,
    priority text, "serversOnly" boolean)`;
  const wanted = sql`(
    select n.id as node_id, r.type, r.position, r.parameters, r.severity, r.priority, r."conditionName" as name,
      r."resetThreshold" as reset, r.action,
      array(select json_array_elements_text(${channels}::json)::int) as channels,
      r.enabled and (n.is_server or not r."serversOnly") and coalesce(n.details ->> 'mdmStatus', '') <> 'ERASED' as enabled
    from node n join agent a on a.node_id = n.id ${effectivePolicyJoins}
    join ${rules} on r."policyId" = coalesce(${effectivePolicyId}, 0)
    where n.node_type = ${agentNodeType} and ${isStandingNode('n')})`;
  const { rows: off } = await tx.execute<{ id: number }>(sql`
    select c.id from monitor_condition c join ${wanted} w on w.node_id = c.monitor_id and w.type = c.type
    where c.enabled and not w.enabled order by c.id`);
  if (off.length > 0) {
    const ids = off.map(({ id }) => id);
    await alerts.end(tx, inArray(sql`condition_id`, ids), 'CONDITION_OFF', now);
    await tx.execute(sql`
      update monitor_condition set failures = 0, last_failure_at = null, raised_at = null
      where id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`);
  }
  await tx.execute(sql`
    update monitor_condition c set enabled = w.enabled, condition_name = w.name, parameters = w.parameters, reset_threshold = w.reset,
      severity = w.severity, priority = w.priority, notification_action = w.action, notification_channel_ids = w.channels
    from ${wanted} w where w.node_id = c.monitor_id and w.type = c.type
      and (c.enabled, c.condition_name, c.parameters, c.reset_threshold, c.severity, c.priority, c.notification_action, c.notification_channel_ids)
        is distinct from (w.enabled, w.name, w.parameters, w.reset, w.severity, w.priority, w.action, w.channels)`);
  await tx.execute(sql`
    insert into monitor_condition (monitor_id, position, type, enabled, condition_name, parameters, reset_threshold, severity, priority,
      notification_action, notification_channel_ids)
    select w.node_id, w.position, w.type, w.enabled, w.name, w.parameters, w.reset, w.severity, w.priority, w.action, w.channels
    from ${wanted} w
    where not exists (select 1 from monitor_condition c where c.monitor_id = w.node_id and c.type = w.type)
    order by w.node_id, w.position`);
}

/** The rules of each policy that devices may have, and of the division, whose id is 0. */
async function readRules(tx: Queries, division: DeviceAlertSettings) {
  const tree = await readPolicyTree(tx);
  return [0, ...enforced(tree).map(({ id }) => id)].flatMap((policyId) => {
    const settings = settingsOf(tree, division, policyId);
    return rulesOf(settings).map((rule) => ({ ...rule, policyId, action: settings.notificationAction }));
  });
}
