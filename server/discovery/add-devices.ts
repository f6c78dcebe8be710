import type { RowsAnswer } from '#api/contract/rows.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { inArray, sql } from 'drizzle-orm';
import type { WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { nmsNodeType } from '../nodes/node-types.ts';
import { chosenDevices, type Chosen } from './chosen-devices.ts';

const INSERTED_AT_ONCE = 500;

/**
 * Adds the selected devices of a discovery where their probe is.
 * @throws Refused `not_found`, `forbidden`, `invalid_input`
 */
export async function addDevices(
  context: WriteContext,
  id: string,
  answer: RowsAnswer,
): Promise<ReplyOf<Catalogue['addDiscoveredDevices']>> {
  const { db, now } = context;
  // Two people who add the same addresses add them one after the other, and the second finds them added.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('add-discovered-devices'))`);
  const { devices, probe, place } = await chosenDevices(context, id, answer);
  const credentials = await standing(db, devices);
  const ids: number[] = [];
  for (let from = 0; from < devices.length; from += INSERTED_AT_ONCE) {
    const some = devices.slice(from, from + INSERTED_AT_ONCE);
    const rows = await db
      .insert(node)
      .values(
        some.map(({ ip, mac = '', name, netbiosName, os, vendor, model, firmware, role }) => ({
          name,
          systemName: name,
          nodeClass: role.nodeClass,
          nodeRoleId: role.id,
          nodeType: nmsNodeType,
          organizationId: place.clientId,
          locationId: place.locationId,
          parentNodeId: probe.nodeId,
          isServer: role.id === 'nms-server',
          ipAddresses: [ip],
          macAddresses: mac === '' ? [] : [mac],
          netbiosName,
          details: { osName: os, vendor, model, firmware },
          lastSeenAt: now,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .returning({ id: node.id });
    const added = rows.map((row) => row.id);
    // Their probe polls them from now on.
    await db.insert(devicePoll).values(
      added.map((nodeId, index) => {
        const used = some[index]?.snmpCredentialId ?? null;
        return { nodeId, credentialId: used !== null && credentials.has(used) ? used : null, nextAt: now };
      }),
    );
    ids.push(...added);
  }
  const [first] = ids;
  await context.audit({
    action: 'NODE_CREATED',
    entityType: 'NODE',
    ...(ids.length === 1 && first !== undefined && { entityId: first }),
    organizationId: place.clientId,
    summary: `Added ${ids.length} ${ids.length === 1 ? 'device' : 'devices'} that “${probe.nodeName}” discovered: ${nameSome(devices)}`,
  });
  await context.announce('node', ids);
  await context.announce('organization', [place.clientId]);
  return { resultCode: 'SUCCESS', added: ids.length, networkProbe: probe };
}

/** The credentials that the devices answered, without those that were removed since; they stay until the end of the transaction. */
async function standing(db: Queries, devices: Chosen['devices']): Promise<ReadonlySet<number>> {
  const used = [...new Set(devices.flatMap(({ snmpCredentialId }) => snmpCredentialId ?? []))];
  if (used.length === 0) return new Set();
  const rows = await db
    .select({ id: credential.id })
    .from(credential)
    .where(inArray(credential.id, used))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

function nameSome(devices: readonly { name: string }[]): string {
  const names = devices.slice(0, 10).map(({ name }) => name);
  return devices.length > names.length
    ? `${names.join(', ')} and ${devices.length - names.length} more`
    : names.join(', ');
}
