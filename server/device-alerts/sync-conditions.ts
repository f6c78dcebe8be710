import { inArray, sql } from 'drizzle-orm';
import type { DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import { agentNodeType } from '../agents/node-class.ts';
import type { Queries } from '../database/database.ts';
import type { Alerts } from '../monitors/alerts/alerts.ts';
import { overriddenDevices } from '../policy/device-overrides.ts';
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
  await noteChanges(tx, settings);
  const { rows: off } = await tx.execute<{ id: number }>(sql`
    select condition_id as id from condition_change where was_enabled and not enabled order by 1`);
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
    from condition_change w where w.condition_id = c.id`);
  await tx.execute(sql`
    insert into monitor_condition (monitor_id, position, type, enabled, condition_name, parameters, reset_threshold, severity, priority,
      notification_action, notification_channel_ids)
    select w.node_id, w.position, w.type, w.enabled, w.name, w.parameters, w.reset, w.severity, w.priority, w.action, w.channels
    from condition_change w where w.condition_id is null
    order by w.node_id, w.position`);
  await tx.execute(sql`drop table condition_change`);
}

/**
 * Compares the conditions of all devices with those that they should have, once, and keeps what differs until it is applied. The
 * policy of each device is found first: its joins are the same for each of its conditions.
 */
async function noteChanges(tx: Queries, settings: DeviceAlertSettings): Promise<void> {
  const channels = JSON.stringify(settings.notificationChannelIds);
  const rules = sql`json_to_recordset(${JSON.stringify(await readRules(tx, settings))}::json) as r("policyId" int, "nodeId" int, action text,
    type text, position int, enabled boolean, "conditionName" text, parameters jsonb, "resetThreshold" int, severity text,
    priority text, "serversOnly" boolean)`;
  // Hundreds of thousands of rows are compared in memory instead of in files.
  await tx.execute(sql`set local work_mem = '64MB'`);
  await tx.execute(sql`
    create temp table condition_change on commit drop as
    with device as materialized (
      select n.id as node_id, coalesce(${effectivePolicyId}, 0) as policy_id,
        case when exists (select 1 from device_override o where o.node_id = n.id and o.conditions <> '{}') then n.id else 0 end as own_id, n.is_server,
        coalesce(n.details ->> 'mdmStatus', '') = 'ERASED' as erased
      from node n join agent a on a.node_id = n.id ${effectivePolicyJoins}
      where n.node_type = ${agentNodeType} and ${isStandingNode('n')}),
    rule as materialized (
      select r."policyId" as policy_id, r."nodeId" as own_id, r.type, r.position, r.enabled, r."serversOnly" as servers_only, r."conditionName" as name,
        r.parameters, r."resetThreshold" as reset, r.severity, r.priority, r.action,
        array(select json_array_elements_text(${channels}::json)::int) as channels
      from ${rules})
    select d.node_id, c.id as condition_id, c.enabled as was_enabled, r.position, r.type, r.name, r.parameters, r.reset, r.severity,
      r.priority, r.action, r.channels, w.enabled
    from device d join rule r on r.own_id = d.own_id and r.policy_id = d.policy_id
    cross join lateral (select r.enabled and (d.is_server or not r.servers_only) and not d.erased as enabled) w
    left join monitor_condition c on c.monitor_id = d.node_id and c.type = r.type
    where c.id is null
      or (c.enabled, c.condition_name, c.parameters, c.reset_threshold, c.severity, c.priority, c.notification_action, c.notification_channel_ids)
        is distinct from (w.enabled, r.name, r.parameters, r.reset, r.severity, r.priority, r.action, r.channels)`);
}

/** The rules of each policy that devices may have, of the division, whose policy is 0, and of each device with values of its own. */
async function readRules(tx: Queries, division: DeviceAlertSettings) {
  const tree = await readPolicyTree(tx);
  const shared = [0, ...enforced(tree).map(({ id }) => id)].flatMap((policyId) =>
    rulesFor(settingsOf(tree, division, policyId), { policyId, nodeId: 0 }),
  );
  const own = (await overriddenDevices(tx)).flatMap(({ nodeId, policyId, conditions }) =>
    rulesFor({ ...settingsOf(tree, division, policyId), ...conditions }, { policyId: policyId ?? 0, nodeId }),
  );
  return [...shared, ...own];
}

function rulesFor(settings: DeviceAlertSettings, of: { policyId: number; nodeId: number }) {
  return rulesOf(settings).map((rule) => ({ ...rule, ...of, action: settings.notificationAction }));
}
