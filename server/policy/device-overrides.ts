import { eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { agentRoles, conditionNames, type PolicyConditions } from '#api/contract/policy.ts';
import { holds } from '../access/permissions.ts';
import { isStandingNode } from '../access/visibility.ts';
import { readDevice } from '../agents/devices.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { deviceOverride } from '../database/schema/device-override.ts';
import { node } from '../database/schema/nodes.ts';
import { readDeviceAlerts } from '../device-alerts/settings.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';
import { effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { readPolicyTree, settingsOf } from './resolve.ts';

export interface Overrides {
  conditions: PolicyConditions;
  /** 0: nobody has given the device values of its own. */
  revision: number;
}

export async function readOverrides(db: Queries, nodeId: number): Promise<Overrides> {
  const [row] = await db.select().from(deviceOverride).where(eq(deviceOverride.nodeId, nodeId));
  return { conditions: row?.conditions ?? {}, revision: row?.revision ?? 0 };
}

/** A device with values of its own, and its effective policy; null: the settings of the division. */
export interface OverriddenDevice extends Record<string, unknown> {
  nodeId: number;
  policyId: number | null;
  conditions: PolicyConditions;
}

/** All devices with values of their own. */
export async function overriddenDevices(db: Queries): Promise<OverriddenDevice[]> {
  const { rows } = await db.execute<OverriddenDevice>(sql`
    select n.id as "nodeId", ${effectivePolicyId} as "policyId", o.conditions
    from ${deviceOverride} o join node n on n.id = o.node_id ${effectivePolicyJoins}
    where o.conditions <> '{}' and ${isStandingNode('n')} order by n.id`);
  return rows;
}

/** Saves what the device sets itself; what is absent is inherited again. @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveOverrides(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
  { revision, conditions }: Overrides,
): Promise<{ device: string; before: PolicyConditions }> {
  const { db, actor, now } = context;
  const { name, clientId, nodeClass } = await readDevice(db, actor, id);
  if (!holds(actor, 'NODE:Update', clientId)) throw new Refused('forbidden');
  // Of two saves that come together, the second sees the first.
  await db.select({ id: node.id }).from(node).where(eq(node.id, id)).for('no key update');
  await checkOverrides(context, id, nodeClass, conditions);
  const before = await readOverrides(db, id);
  if (before.revision !== revision) throw new Refused('conflict');
  await db
    .insert(deviceOverride)
    .values({ nodeId: id, conditions, updatedAt: now })
    .onConflictDoUpdate({
      target: deviceOverride.nodeId,
      set: { conditions, revision: nextRevision(deviceOverride.revision), updatedAt: now },
    });
  return { device: name, before: before.conditions };
}

/** Judges what the device would get by the screen of the division's settings. @throws Refused `invalid_input` */
async function checkOverrides(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  nodeId: number,
  nodeClass: string,
  given: PolicyConditions,
): Promise<void> {
  const own = conditionNames.find((name) => given[name] !== undefined);
  if (own !== undefined && !agentRoles.has(nodeClass))
    requireFields({ [`/conditions/${own}`]: 'Devices of this class have no alert conditions.' });
  const { rows } = await db.execute<{ policyId: number | null }>(
    sql`select ${effectivePolicyId} as "policyId" from node n ${effectivePolicyJoins} where n.id = ${nodeId}`,
  );
  const settings = settingsOf(await readPolicyTree(db), await readDeviceAlerts(db), rows[0]?.policyId ?? null);
  const wrong = services.screens.check('division', 'device-alerts', { ...settings, ...given });
  requireAnswers(wrong.map((error) => ({ ...error, pointer: `/conditions${error.pointer}` })));
}

/** Devices whose own values keep a change of their policy from them. `settings`: of a policy, before and after. */
export function unreached<Settings extends object>(
  devices: readonly OverriddenDevice[],
  settings: (policyId: number) => { before: Settings; after: Settings },
): number[] {
  return devices.flatMap(({ nodeId, policyId, conditions }) => {
    if (policyId === null) return [];
    const { before, after } = settings(policyId);
    return isDeepStrictEqual({ ...before, ...conditions }, { ...after, ...conditions }) ? [nodeId] : [];
  });
}
