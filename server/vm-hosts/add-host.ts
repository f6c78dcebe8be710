import { and, eq } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { WriteContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { location } from '../database/schema/organizations.ts';
import { vmHost } from '../database/schema/vm-hosts.ts';
import { violatedIndex } from '../database/violations.ts';
import { vmHostNodeType } from '../nodes/node-types.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { askedHost } from './asked-host.ts';
import { classesOf } from './classes.ts';
import { detailsOf } from './store-host.ts';
import { testedFacts } from './tested-facts.ts';

/**
 * Adds a host that its delegate tested successfully; the delegate reads its guests within seconds.
 * @throws Refused `invalid_input`, `forbidden`, `vm_host_not_tested`, `delegate_already_has_existing_host`
 */
export async function addHost(
  context: WriteContext,
  { test, ...body }: BodyOf<Catalogue['addVmHost']>,
): Promise<ReplyOf<Catalogue['addVmHost']>> {
  const { db, actor, now } = context;
  const { clientId, locationId, type } = body;
  const asked = await askedHost(context, body);
  const [place] = await db
    .select({ id: location.id })
    .from(location)
    .where(
      and(
        eq(location.id, locationId),
        eq(location.organizationId, clientId),
        visibleOrganizations(actor, location.organizationId),
      ),
    )
    .for('key share');
  requireFields({ '/locationId': place ? undefined : 'Choose a location of the organization.' });
  if (!holds(actor, 'NODE:Create', clientId)) throw new Refused('forbidden');
  const { params, delegate } = asked;
  const facts = await testedFacts(context, test, asked);
  const name = body.name.trim();
  const [host] = await db
    .insert(node)
    .values({
      name,
      systemName: facts.name,
      ...classesOf(type).host,
      nodeType: vmHostNodeType,
      organizationId: clientId,
      locationId,
      parentNodeId: delegate.id,
      isServer: true,
      isUp: true,
      details: detailsOf(facts),
      lastSeenAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: node.id });
  if (!host) throw new Error('The host was not stored');
  try {
    await db.insert(vmHost).values({
      nodeId: host.id,
      delegateNodeId: delegate.id,
      type,
      hostname: params.hostname || delegate.systemName,
      apiPort: params.apiPort,
      credentialId: params.credentialId,
      certificate: params.certificate,
      facts,
      readAt: now,
      nextAt: now,
    });
  } catch (error) {
    if (violatedIndex(error) !== 'vm_host_once') throw error;
    throw new Refused('delegate_already_has_existing_host', { cause: error });
  }
  await context.audit({
    action: 'NODE_CREATED',
    entityType: 'NODE',
    entityId: host.id,
    organizationId: clientId,
    summary: `Added the VM host “${name}”, which “${delegate.name}” reads`,
  });
  await context.announce('node', [host.id]);
  await context.announce('organization', [clientId]);
  return { resultCode: 'SUCCESS', id: host.id };
}
