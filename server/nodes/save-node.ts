import { and, asc, eq, or } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { changesOf } from '../audit/changes.ts';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import { node } from '../database/schema/nodes.ts';
import { location } from '../database/schema/organizations.ts';
import { vmHost } from '../database/schema/vm-hosts.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { requireFields, textWords } from '../require-fields.ts';
import { isNodeRole } from './node-roles.ts';
import { readNode } from './nodes.ts';

type NodeInput = BodyOf<Catalogue['saveNode']>;

/** Ruling 21 */
const NAME_LENGTH = 410;
const READS_HOST =
  'This device reads a VM host of its organization. Choose another delegate for the host, or delete it first.';
const IS_HOST =
  'The delegate of this VM host belongs to its organization. Delete the VM host and add it to the other one.';
const UNKNOWN_PLACE = 'Choose a location of the organization.';

/** Changes a device's own name, its place or its role; what is left out stays. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function saveNode(context: WriteContext, id: number, body: NodeInput): Promise<void> {
  const { db, actor, now } = context;
  const before = await readNode(db, actor, id);
  if (!holds(actor, 'NODE:Update', before.clientId)) throw new Refused('forbidden');
  const { friendlyName, nodeRoleId } = body;
  requireFields({
    // An empty one means "use the device's own name".
    '/friendlyName': friendlyName ? textWords(friendlyName, NAME_LENGTH) : undefined,
    '/nodeRoleId': nodeRoleId === undefined || isNodeRole(nodeRoleId) ? undefined : 'Choose one of the options',
  });
  const place = await placeOf(context, body, before);
  if (place !== undefined && place.organizationId !== before.clientId) await refuseOfHost(context, id);
  try {
    await db
      .update(node)
      .set({
        ...place,
        ...(friendlyName !== undefined && { friendlyName: friendlyName.trim() }),
        ...(nodeRoleId !== undefined && { nodeRoleId }),
        updatedAt: now,
      })
      .where(eq(node.id, id));
  } catch (error) {
    // The location was removed in between.
    if (violatedForeignKey(error) !== 'node_place') throw error;
    throw new Refused('invalid_input', { fields: { '/locationId': UNKNOWN_PLACE }, cause: error });
  }
  await context.audit({
    action: 'NODE_UPDATED',
    entityType: 'NODE',
    entityId: id,
    summary: `Changed device “${friendlyName?.trim() || before.name}”`,
    detail: changesOf(auditable(before), auditable(await readNode(db, actor, id))),
  });
  await context.announce('node', [id]);
}

/** Where a device moves to: a named location, or the main one of another organization. */
async function placeOf(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId, locationId }: NodeInput,
  before: { clientId: number; locationId: number },
): Promise<{ organizationId: number; locationId: number } | undefined> {
  if (clientId === undefined && locationId === undefined) return undefined;
  const organizationId = clientId ?? before.clientId;
  const [row] = await db
    .select({ id: location.id })
    .from(location)
    .where(
      and(
        eq(location.organizationId, organizationId),
        visibleOrganizations(actor, location.organizationId),
        locationId === undefined ? undefined : eq(location.id, locationId),
      ),
    )
    .orderBy(asc(location.position), asc(location.id))
    .limit(1);
  const field = locationId === undefined ? '/clientId' : '/locationId';
  if (!row) throw new Refused('invalid_input', { fields: { [field]: UNKNOWN_PLACE } });
  if (!holds(actor, 'NODE:Update', organizationId)) throw new Refused('forbidden');
  // Saying the organization alone, and the one where it stands already, moves nothing.
  if (locationId === undefined && organizationId === before.clientId) return undefined;
  return { organizationId, locationId: row.id };
}

/** A delegate signs in with a credential of the organization of its host: the two move to no other one alone. */
async function refuseOfHost({ db }: Pick<CallContext, 'db'>, id: number): Promise<void> {
  const [host] = await db
    .select({ nodeId: vmHost.nodeId })
    .from(vmHost)
    .where(or(eq(vmHost.nodeId, id), eq(vmHost.delegateNodeId, id)))
    .limit(1);
  requireFields({ '/clientId': host === undefined ? undefined : host.nodeId === id ? IS_HOST : READS_HOST });
}

function auditable({ friendlyName, clientId, locationId, nodeRoleId }: Awaited<ReturnType<typeof readNode>>) {
  return { friendlyName, organization: clientId, location: locationId, nodeRoleId };
}
