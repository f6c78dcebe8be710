import { and, asc, count, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { BodyOf, QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { isStandingNode, organizationsWith, visibleOrganizations } from '../access/visibility.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { containing } from '../database/like.ts';
import { directoryDevice } from '../database/schema/directory.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { deploymentOf } from './store-decided.ts';
import { wordsOfDeployment, wordsOfPreflight } from './words.ts';

type Query = QueryOf<Catalogue['listDirectoryDevices']>;
type Seer = Pick<CallContext, 'db' | 'actor'>;

const seen = ({ actor }: Pick<CallContext, 'actor'>) =>
  and(
    visibleOrganizations(actor, directoryDevice.organizationId),
    organizationsWith(actor, 'NODE:Create', directoryDevice.organizationId),
  );

const sorts: Readonly<Record<string, SQL>> = {
  name: sql`lower(${directoryDevice.name})`,
  status: sql`${directoryDevice.status}`,
  updatedAt: sql`${directoryDevice.updatedAt}`,
};

/** Lists the computers that were decided about, by name unless asked otherwise. */
export async function listDevices(
  { db, actor }: Seer,
  { clientId, status, search = '', sort = 'name', limit = 100, offset = 0 }: Query,
): Promise<ReplyOf<Catalogue['listDirectoryDevices']>> {
  const pattern = containing(search.trim());
  const where = and(
    seen({ actor }),
    clientId === undefined ? undefined : eq(directoryDevice.organizationId, clientId),
    status && eq(directoryDevice.status, status),
    search.trim() === ''
      ? undefined
      : or(
          ilike(directoryDevice.name, pattern),
          ilike(directoryDevice.hostName, pattern),
          ilike(directoryDevice.os, pattern),
          ilike(directoryDevice.ouPath, pattern),
        ),
  );
  const by = sorts[sort.replace('-', '')] ?? sql`lower(${directoryDevice.name})`;
  const controller = alias(node, 'controller');
  const rows = await db
    .select({
      device: directoryDevice,
      clientName: organization.name,
      locationName: location.name,
      controller,
      nodeId: sql<
        number | null
      >`(select n.id from node n where n.id = ${directoryDevice.nodeId} and ${isStandingNode('n')})`,
    })
    .from(directoryDevice)
    .innerJoin(organization, eq(organization.id, directoryDevice.organizationId))
    .leftJoin(location, eq(location.id, directoryDevice.locationId))
    .leftJoin(controller, and(eq(controller.id, directoryDevice.domainControllerId), isStandingNode('controller')))
    .where(where)
    .orderBy(sort.startsWith('-') ? desc(by) : asc(by), asc(directoryDevice.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(directoryDevice).where(where);
  return {
    items: rows.map(({ device, clientName, locationName, controller: dc, nodeId }) => ({
      id: device.id,
      clientId: device.organizationId,
      clientName,
      objectGuid: device.objectGuid,
      name: device.name,
      hostName: device.hostName,
      os: device.os,
      ouPath: device.ouPath,
      domainController: dc && { nodeId: dc.id, nodeName: dc.friendlyName || dc.name },
      status: device.status,
      location: device.locationId === null ? null : { id: device.locationId, name: locationName ?? '' },
      deployment: device.deployment,
      result: device.result,
      reason: wordsOfDeployment(device.result, device.message),
      attemptedAt: device.attemptedAt?.toISOString() ?? null,
      isChecking: device.checkAt !== null,
      preflight:
        device.checkCode === null || device.checkedAt === null
          ? null
          : {
              code: device.checkCode,
              reason: wordsOfPreflight(device.checkCode, device.checkMessage),
              checkedAt: device.checkedAt.toISOString(),
            },
      nodeId,
      updatedAt: device.updatedAt.toISOString(),
    })),
    total: all?.total ?? 0,
  };
}

async function ownDevice(context: Pick<CallContext, 'db' | 'actor'>, id: number) {
  const [found] = await ownDevices(context, [id]);
  if (!found) throw new Refused('not_found');
  return found;
}

/** The computers of these ids, locked until the end of the transaction. @throws Refused `not_found`, `directory_device_installed` */
export async function ownDevices(context: Pick<CallContext, 'db' | 'actor'>, ids: readonly number[]) {
  const found = await context.db
    .select()
    .from(directoryDevice)
    .where(and(inArray(directoryDevice.id, [...ids]), seen(context)))
    .orderBy(asc(directoryDevice.id))
    .for('no key update');
  if (found.length < ids.length) throw new Refused('not_found');
  if (found.some(({ nodeId }) => nodeId !== null)) throw new Refused('directory_device_installed');
  return found;
}

/**
 * Decides anew about a computer; NEW forgets it, so that the next discovery offers it again.
 * @throws Refused `not_found`, `invalid_input`, `directory_device_installed`
 */
export async function setStatus(
  context: WriteContext,
  id: number,
  { status, locationId }: BodyOf<Catalogue['setDirectoryStatus']>,
): Promise<void> {
  const { db, now } = context;
  const found = await ownDevice(context, id);
  const { organizationId, name, domainControllerId } = found;
  if (status === 'NEW') await db.delete(directoryDevice).where(eq(directoryDevice.id, id));
  else {
    const place = status === 'REJECTED' ? null : await requireLocation(context, organizationId, locationId);
    await db
      .update(directoryDevice)
      .set({
        status,
        locationId: place,
        ...deploymentOf(status, now),
        result: null,
        message: '',
        // A check that is still due would send the password to a computer that was rejected.
        checkAt: null,
        updatedAt: now,
      })
      .where(eq(directoryDevice.id, id));
  }
  await context.audit({
    action: 'DIRECTORY_DEVICES_DECIDED',
    entityType: 'ORGANIZATION',
    entityId: organizationId,
    organizationId,
    summary: `Decided about the computer “${name}” of a directory: ${status}`,
  });
  await context.announce('node', domainControllerId === null ? [] : [domainControllerId]);
}

async function requireLocation(
  { db }: Pick<CallContext, 'db'>,
  organizationId: number,
  id: number | undefined,
): Promise<number> {
  const [found] =
    id === undefined
      ? []
      : await db
          .select({ id: location.id })
          .from(location)
          .where(and(eq(location.id, id), eq(location.organizationId, organizationId)))
          .for('key share');
  requireFields({ '/locationId': found ? undefined : 'Choose a location of the organization.' });
  return found?.id ?? 0;
}

/** @throws Refused `not_found`, `device_offline`, `directory_device_installed`, `directory_device_not_approved` */
export async function retryDeployment(
  context: WriteContext,
  id: number,
  { acceptHostKey }: BodyOf<Catalogue['retryDeployment']>,
): Promise<void> {
  const { db, now } = context;
  const { status, organizationId, name, domainControllerId } = await ownDevice(context, id);
  if (status !== 'APPROVED') throw new Refused('directory_device_not_approved');
  const [controller] = await db
    .select({ isUp: node.isUp })
    .from(node)
    .where(eq(node.id, domainControllerId ?? 0));
  if (controller?.isUp !== true) throw new Refused('device_offline');
  await db
    .update(directoryDevice)
    .set({ deployment: 'waiting', nextAt: now, updatedAt: now, ...(acceptHostKey && { hostKey: '' }) })
    .where(eq(directoryDevice.id, id));
  await context.audit({
    action: 'DIRECTORY_DEPLOYMENT_RETRIED',
    entityType: 'ORGANIZATION',
    entityId: organizationId,
    organizationId,
    summary: `Tried again to install the agent on the computer “${name}”${acceptHostKey ? ', with its new host key' : ''}`,
  });
  await context.announce('node', domainControllerId === null ? [] : [domainControllerId]);
}
