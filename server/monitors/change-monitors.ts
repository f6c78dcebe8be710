import { and, asc, eq, inArray } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { node } from '../database/schema/nodes.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import type { WriteContext } from '../context.ts';
import { removeMonitors } from './remove-monitors.ts';
import { enableMonitors } from './save-monitor.ts';

type Act = BodyOf<Catalogue['changeMonitors']>['act'];
type Reply = ReplyOf<Catalogue['changeMonitors']>;

const acts: Record<Act, { permission: 'NODE:Update' | 'NODE:Delete'; action: string; verb: string }> = {
  PAUSE: { permission: 'NODE:Update', action: 'PAUSED', verb: 'Paused' },
  RESUME: { permission: 'NODE:Update', action: 'RESUMED', verb: 'Resumed' },
  DELETE: { permission: 'NODE:Delete', action: 'DELETED', verb: 'Deleted' },
};

/** Does one thing to several monitors, with an audit row for each. Unknown and foreign ones are refused alike, each for itself. */
export async function changeMonitors(
  context: WriteContext,
  { act, ids: asked }: BodyOf<Catalogue['changeMonitors']>,
): Promise<Reply> {
  const { db, actor } = context;
  const { permission, action, verb } = acts[act];
  const ids = [...new Set(asked)];
  const seen = await db
    .select({ id: node.id, name: node.name, clientId: node.organizationId, enabled: cloudMonitor.enabled })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .where(and(inArray(node.id, ids), visibleNodes(actor)))
    // In one order, so that two people who do this at once wait for each other and do not stand in each other's way.
    .orderBy(asc(node.id))
    .for('no key update', { of: cloudMonitor });
  const known = new Set(seen.map(({ id }) => id));
  const refused: Reply['refused'] = ids.filter((id) => !known.has(id)).map((id) => ({ id, errorCode: 'not_found' }));
  const held = seen.filter(({ id, clientId }) => {
    const may = holds(actor, permission, clientId);
    if (!may) refused.push({ id, errorCode: 'forbidden' });
    return may;
  });
  const chosen = held.filter(({ enabled }) => act === 'DELETE' || enabled === (act === 'PAUSE'));
  const changed = chosen.map(({ id }) => id);
  if (changed.length > 0) {
    await perform(context, act, changed);
    for (const { id, name } of chosen)
      await context.audit({
        action: `CLOUD_MONITOR_${action}`,
        entityType: 'CLOUD_MONITOR',
        entityId: id,
        summary: `${verb} cloud monitor “${name}”`,
      });
    await context.announce('monitor', changed);
  }
  return { resultCode: 'SUCCESS', changed, refused };
}

async function perform(context: WriteContext, act: Act, ids: number[]): Promise<void> {
  if (act !== 'DELETE') return enableMonitors(context, ids, act === 'RESUME');
  await removeMonitors(context, ids);
}
