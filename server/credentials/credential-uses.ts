import { and, asc, eq, isNull, lte, ne, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostNamedUses } from '#api/contract/credentials.ts';
import { organizationsWith, visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { credential } from '../database/schema/credentials.ts';
import { directoryDevice, directorySettings } from '../database/schema/directory.ts';
import { node } from '../database/schema/nodes.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { vmHost } from '../database/schema/vm-hosts.ts';

type Reading = Pick<CallContext, 'db' | 'actor'>;
type Uses = ReplyOf<Catalogue['listCredentialUses']>[number];
type Named = Uses['devices'];
/** A use as a query finds it: `total` is the same in each row of a credential. */
interface Found {
  credentialId: number | null;
  id: number;
  name: string;
  total: number;
}

const shownName = sql<string>`coalesce(nullif(${node.friendlyName}, ''), ${node.name})`;

/** Where each credential of an organization is used, as far as the actor sees it; credentials without a use are left out. */
export async function listCredentialUses(reading: Reading, clientId: number): Promise<Uses[]> {
  const { db, actor } = reading;
  const read = await db
    .select({ id: directorySettings.directoryCredentialId })
    .from(directorySettings)
    .innerJoin(credential, eq(credential.id, directorySettings.directoryCredentialId))
    .where(and(eq(credential.organizationId, clientId), visibleOrganizations(actor, directorySettings.organizationId)));
  const found = {
    devices: groupByCredential(await polledDevices(reading, clientId)),
    vmHosts: groupByCredential(await vmHosts(reading, clientId)),
    computers: groupByCredential(await directoryComputers(reading, clientId)),
  };
  const readsDirectory = new Set(read.flatMap(({ id }) => id ?? []));
  const ids = new Set([...Object.values(found).flatMap((each) => [...each.keys()]), ...readsDirectory]);
  const none: Named = { total: 0, names: [] };
  return [...ids]
    .toSorted((one, other) => one - other)
    .map((credentialId) => ({
      credentialId,
      devices: found.devices.get(credentialId) ?? none,
      vmHosts: found.vmHosts.get(credentialId) ?? none,
      computers: found.computers.get(credentialId) ?? none,
      readsDirectory: readsDirectory.has(credentialId),
    }));
}

function polledDevices({ db, actor }: Reading, clientId: number): Promise<Found[]> {
  const ranked = db
    .select({
      credentialId: devicePoll.credentialId,
      id: node.id,
      name: sql<string>`${shownName}`.as('name'),
      ...ranks(sql`${devicePoll.credentialId}`, shownName, sql`${node.id}`),
    })
    .from(devicePoll)
    .innerJoin(credential, eq(credential.id, devicePoll.credentialId))
    .innerJoin(node, eq(node.id, devicePoll.nodeId))
    .where(and(eq(credential.organizationId, clientId), visibleNodes(actor)))
    .as('ranked');
  return db.select().from(ranked).where(lte(ranked.place, mostNamedUses)).orderBy(asc(ranked.place));
}

function vmHosts({ db, actor }: Reading, clientId: number): Promise<Found[]> {
  const ranked = db
    .select({
      credentialId: vmHost.credentialId,
      id: node.id,
      name: sql<string>`${shownName}`.as('name'),
      ...ranks(sql`${vmHost.credentialId}`, shownName, sql`${node.id}`),
    })
    .from(vmHost)
    .innerJoin(credential, eq(credential.id, vmHost.credentialId))
    .innerJoin(node, eq(node.id, vmHost.nodeId))
    .where(and(eq(credential.organizationId, clientId), visibleNodes(actor)))
    .as('ranked');
  return db.select().from(ranked).where(lte(ranked.place, mostNamedUses)).orderBy(asc(ranked.place));
}

/** Computers of a directory on which the agent is to be installed with it; the list of computers asks the same permission. */
function directoryComputers({ db, actor }: Reading, clientId: number): Promise<Found[]> {
  const ranked = db
    .select({
      credentialId: directoryDevice.credentialId,
      id: directoryDevice.id,
      name: directoryDevice.name,
      ...ranks(sql`${directoryDevice.credentialId}`, sql`${directoryDevice.name}`, sql`${directoryDevice.id}`),
    })
    .from(directoryDevice)
    .innerJoin(credential, eq(credential.id, directoryDevice.credentialId))
    .where(
      and(
        eq(credential.organizationId, clientId),
        visibleOrganizations(actor, directoryDevice.organizationId),
        organizationsWith(actor, 'NODE:Create', directoryDevice.organizationId),
        ne(directoryDevice.status, 'REJECTED'),
        isNull(directoryDevice.nodeId),
      ),
    )
    .as('ranked');
  return db.select().from(ranked).where(lte(ranked.place, mostNamedUses)).orderBy(asc(ranked.place));
}

/** The place of a use among those of its credential, by name, and their number. */
function ranks(of: ReturnType<typeof sql>, name: ReturnType<typeof sql>, id: ReturnType<typeof sql>) {
  return {
    place: sql<number>`(row_number() over (partition by ${of} order by lower(${name}), ${id}))::int`.as('place'),
    total: sql<number>`(count(*) over (partition by ${of}))::int`.as('total'),
  };
}

function groupByCredential(rows: readonly Found[]): Map<number, Named> {
  const found = new Map<number, Named>();
  for (const { credentialId, id, name, total } of rows) {
    if (credentialId === null) continue;
    const named = found.get(credentialId) ?? { total, names: [] };
    found.set(credentialId, { total, names: [...named.names, { id, name }] });
  }
  return found;
}
