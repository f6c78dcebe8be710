import { eq, inArray } from 'drizzle-orm';
import { agentPreflight } from '#api/contract/agent-methods/deployment.ts';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { lackOf } from '../agents/inability.ts';
import type { WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { directoryDevice } from '../database/schema/directory.ts';
import { node } from '../database/schema/nodes.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { ownDevices } from './devices.ts';

/**
 * Checks whether the agent could be installed on computers that wait for it (F04-15); their domain controllers check one after the other.
 * @throws Refused `not_found`, `directory_device_installed`, `invalid_input`, `device_offline`
 */
export async function startPreflight(
  context: WriteContext,
  { ids }: BodyOf<Catalogue['preflightDirectoryDevices']>,
): Promise<{ checking: number }> {
  const { db, now, audit, announce } = context;
  const found = await ownDevices(context, [...new Set(ids)]);
  requireFields({
    '/ids': found.some(({ status }) => status === 'REJECTED')
      ? 'Only pending and approved computers can be checked.'
      : undefined,
  });
  const controllers = [...new Set(found.flatMap(({ domainControllerId: id }) => id ?? []))];
  await requireAble(
    db,
    controllers,
    found.some(({ domainControllerId: id }) => id === null),
  );
  const checked = found.map(({ id }) => id);
  await db
    .update(directoryDevice)
    .set({ checkAt: now, checkCode: null, checkMessage: '' })
    .where(inArray(directoryDevice.id, checked));
  for (const organizationId of new Set(found.map((one) => one.organizationId))) {
    const names = found.filter((one) => one.organizationId === organizationId).map(({ name }) => `“${name}”`);
    await audit({
      action: 'DIRECTORY_DEVICES_CHECKED',
      entityType: 'ORGANIZATION',
      entityId: organizationId,
      organizationId,
      summary: `Checked whether the agent can be installed on ${names.length === 1 ? names[0] : `${names.length} computers`}`,
    });
  }
  await announce('node', controllers);
  return { checking: checked.length };
}

/** @throws Refused `device_offline`, `invalid_input` where an agent is too old */
async function requireAble(db: Queries, ids: readonly number[], isMissing: boolean): Promise<void> {
  const rows = await db
    .select({ isUp: node.isUp, program: agent })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(inArray(node.id, [...ids]));
  if (isMissing || rows.length < ids.length || rows.some(({ isUp }) => !isUp)) throw new Refused('device_offline');
  requireFields({ '/ids': rows.map(({ program }) => lackOf(program, agentPreflight)).find(Boolean) });
}
