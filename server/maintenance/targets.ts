import { and, asc, not, sql, type SQL } from 'drizzle-orm';
import { suppressesOf, suppressibleBy } from '#api/contract/maintenance-features.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import type { HeldOptions } from '../database/schema/maintenance.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';

/** What a call is about: devices or cloud monitors. */
export interface Subject {
  kind: 'DEVICES' | 'MONITORS';
  ids: readonly number[];
}

export interface Target {
  id: number;
  name: string;
  nodeClass: string;
}

/** @throws Refused `invalid_input` when a call names devices as well as monitors, or neither list */
export function subjectIn({ deviceIds, monitorIds }: { deviceIds?: number[]; monitorIds?: number[] }): Subject {
  requireFields({
    '/deviceIds': (deviceIds === undefined) === (monitorIds === undefined) ? 'Give deviceIds or monitorIds' : undefined,
  });
  return deviceIds === undefined ? { kind: 'MONITORS', ids: monitorIds ?? [] } : { kind: 'DEVICES', ids: deviceIds };
}

/**
 * The devices or monitors of a call. Until the transaction ends they stay, and whoever else sets or ends maintenance waits: one lock
 * for all, because locking the row of a device would wait for every report of its agent. @throws Refused `not_found`, `forbidden`
 */
export async function lockTargets(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { kind, ids }: Subject,
): Promise<Target[]> {
  const asked = [...new Set(ids)];
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('cairn.maintenance'))`);
  const seen = await db
    .select({
      id: node.id,
      name: node.name,
      friendlyName: node.friendlyName,
      nodeClass: node.nodeClass,
      clientId: node.organizationId,
    })
    .from(node)
    .where(
      and(
        sql`${node.id} in (select ${listed(asked)})`,
        visibleNodes(actor),
        kind === 'DEVICES' ? not(isMonitor) : isMonitor,
      ),
    )
    .orderBy(asc(node.id))
    .for('key share');
  if (seen.length < asked.length) throw new Refused('not_found');
  if (seen.some(({ clientId }) => !holds(actor, 'NODE:Update', clientId))) throw new Refused('forbidden');
  return seen.map(({ id, name, friendlyName, nodeClass }) => ({ id, name: friendlyName || name, nodeClass }));
}

/** What of the options a node of the class stores (F09-21 … F09-24). */
export function heldOf(options: Required<HeldOptions>, { nodeClass }: Target): HeldOptions {
  return Object.fromEntries(suppressibleBy[suppressesOf(nodeClass)].map((name) => [name, options[name]]));
}

/** One number a row. */
export function listed(ids: readonly number[]): SQL {
  return sql`json_array_elements_text(${JSON.stringify(ids)}::json)::int`;
}
