import { and, eq, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { vmHost } from '../database/schema/vm-hosts.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { askedHost } from './asked-host.ts';
import { detailsOf } from './store-host.ts';
import { testedFacts } from './tested-facts.ts';

type Edited = ReplyOf<Catalogue['readVmHost']>;
type Reading = Pick<CallContext, 'db' | 'actor'>;

/** How the delegate reads a host. @throws Refused `not_found`, `forbidden` */
export async function readEditedHost(context: Reading, id: number): Promise<Edited> {
  return toEdited(context, await ownHost(context, id));
}

/**
 * Changes a host as its delegate tested it; the delegate reads it again within seconds.
 * @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input`, `vm_host_not_tested`, `delegate_already_has_existing_host`
 */
export async function saveHost(
  context: WriteContext & Pick<CallContext, 'expectedRevision'>,
  id: number,
  { test, ...body }: BodyOf<Catalogue['saveVmHost']>,
): Promise<Edited> {
  const { db, now } = context;
  const stored = await ownHost(context, id, true);
  const before = await toEdited(context, stored);
  await requireRevision(context, {
    entityType: 'NODE',
    id,
    revision: before.revision,
    current: () => Promise.resolve(before),
  });
  requireFields({
    '/clientId': body.clientId === before.clientId ? undefined : unchangeable('organization'),
    '/locationId': body.locationId === before.locationId ? undefined : unchangeable('location'),
    '/type': body.type === before.type ? undefined : unchangeable('type'),
  });
  const asked = await askedHost(context, body);
  const { params, delegate } = asked;
  const facts = await testedFacts(context, test, asked);
  const name = body.name.trim();
  try {
    await db
      .update(vmHost)
      .set({
        delegateNodeId: delegate.id,
        hostname: params.hostname || delegate.systemName,
        apiPort: params.apiPort,
        credentialId: params.credentialId,
        certificate: params.certificate,
        facts,
        readAt: now,
        error: '',
        nextAt: now,
        revision: nextRevision(vmHost.revision),
      })
      .where(eq(vmHost.nodeId, id));
  } catch (error) {
    if (violatedIndex(error) !== 'vm_host_once') throw error;
    throw new Refused('delegate_already_has_existing_host', { cause: error });
  }
  await db
    .update(node)
    .set({
      name,
      systemName: facts.name,
      parentNodeId: delegate.id,
      isUp: true,
      isDown: false,
      details: sql`${node.details} || ${JSON.stringify(detailsOf(facts))}::jsonb`,
      lastSeenAt: now,
      updatedAt: now,
    })
    .where(eq(node.id, id));
  const saved = await readEditedHost(context, id);
  await context.audit({
    action: 'NODE_UPDATED',
    entityType: 'NODE',
    entityId: id,
    organizationId: body.clientId,
    summary: `Changed the VM host “${name}”`,
    detail: changesOf(auditable(before), auditable(saved)),
  });
  await context.announce('node', [id]);
  return saved;
}

function unchangeable(field: string): string {
  return `The ${field} cannot change once the VM host is added.`;
}

interface Stored {
  host: typeof vmHost.$inferSelect;
  node: typeof node.$inferSelect;
}

async function ownHost({ db, actor }: Reading, id: number, lock = false): Promise<Stored> {
  const query = db
    .select({ host: vmHost, node })
    .from(vmHost)
    .innerJoin(node, eq(node.id, vmHost.nodeId))
    .where(and(eq(vmHost.nodeId, id), visibleNodes(actor)));
  const [row] = await (lock ? query.for('no key update') : query);
  if (!row) throw new Refused('not_found');
  if (!holds(actor, 'NODE:Update', row.node.organizationId)) throw new Refused('forbidden');
  return row;
}

async function toEdited({ db, actor }: Reading, { host, node: device }: Stored): Promise<Edited> {
  const { delegateNodeId, type, hostname, apiPort, credentialId, certificate, revision } = host;
  const [delegate] = await db
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.id, delegateNodeId), visibleNodes(actor)));
  return {
    id: host.nodeId,
    clientId: device.organizationId,
    locationId: device.locationId,
    delegateNodeId: delegate?.id ?? null,
    name: device.name,
    type,
    hostname,
    apiPort,
    credentialId,
    certificate,
    revision,
  };
}

function auditable({ id: _id, revision: _revision, ...fields }: Edited) {
  return fields;
}
