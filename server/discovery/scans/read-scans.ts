import { and, asc, count, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CredentialType } from '#api/contract/credentials.ts';
import { organizationsWith, seesNodesOf } from '../../access/visibility.ts';
import type { CallContext } from '../../context.ts';
import { containing } from '../../database/like.ts';
import { credential } from '../../database/schema/credentials.ts';
import { networkScan, networkScanHost, networkScanRun } from '../../database/schema/network-scans.ts';
import { node } from '../../database/schema/nodes.ts';
import { division, location, organization } from '../../database/schema/organizations.ts';
import { run } from '../../database/schema/runs.ts';
import { zoneOfOrganization } from '../../organizations/zone-of-organization.ts';
import { nameOfNode } from '../../nodes/name-of-node.ts';
import { Refused } from '../../refused.ts';

type Seer = Pick<CallContext, 'db' | 'actor'>;
export type ScanReply = ReplyOf<Catalogue['readNetworkScan']>;
export type ScanRow = typeof networkScan.$inferSelect;

/** Scans of organizations whose devices the actor sees and may add to. */
const seenScans = ({ actor }: Pick<CallContext, 'actor'>) =>
  and(
    seesNodesOf(actor, networkScan.organizationId),
    organizationsWith(actor, 'NODE:Create', networkScan.organizationId),
  );

const newDevices = sql<number>`(select count(*)::int from ${networkScanHost} where ${networkScanHost.scanId} = ${networkScan.id} and ${networkScanHost.isNew})`;
const lastRun = sql<
  string | null
>`(select ${networkScanRun.runId} from ${networkScanRun} join ${run} on ${run.id} = ${networkScanRun.runId}
  where ${networkScanRun.scanId} = ${networkScan.id} order by ${run.createdAt} desc limit 1)`;

/** What the credential of a column speaks. */
const protocolOf = (column: AnyPgColumn) =>
  sql<CredentialType | null>`(select ${credential.credentialType} from ${credential} where ${credential.id} = ${column})`;

function selectScans(db: Seer['db'], where: SQL | undefined) {
  return db
    .select({
      scan: networkScan,
      orgName: organization.name,
      locationName: location.name,
      probeName: nameOfNode,
      timeZone: zoneOfOrganization,
      newDevices,
      lastRun,
      protocolOne: protocolOf(networkScan.snmpCredOne),
      protocolTwo: protocolOf(networkScan.snmpCredTwo),
      protocolThree: protocolOf(networkScan.telnetSshCred),
    })
    .from(networkScan)
    .innerJoin(organization, eq(organization.id, networkScan.organizationId))
    .innerJoin(location, eq(location.id, networkScan.locationId))
    .innerJoin(division, sql`true`)
    .leftJoin(node, eq(node.id, networkScan.probeId))
    .where(where);
}

/** Lists network scans by name. */
export async function listScans(
  { db, actor }: Seer,
  { clientId, search = '', limit = 100, offset = 0 }: QueryOf<Catalogue['listNetworkScans']>,
): Promise<ReplyOf<Catalogue['listNetworkScans']>> {
  const pattern = containing(search.trim());
  const where = and(
    seenScans({ actor }),
    clientId === undefined ? undefined : eq(networkScan.organizationId, clientId),
    search.trim() === '' ? undefined : or(ilike(networkScan.name, pattern), ilike(networkScan.ipTargets, pattern)),
  );
  const rows = await selectScans(db, where)
    .orderBy(sql`lower(${networkScan.name})`, asc(networkScan.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(networkScan).where(where);
  return { items: rows.map(toReply), total: all?.total ?? 0 };
}

/** @throws Refused `not_found` */
export async function readScan({ db, actor }: Seer, id: number): Promise<ScanReply> {
  const [found] = await selectScans(db, and(eq(networkScan.id, id), seenScans({ actor })));
  if (!found) throw new Refused('not_found');
  return toReply(found);
}

/** Locked until the end of the transaction. @throws Refused `not_found` */
export async function ownScan({ db, actor }: Seer, id: number): Promise<ScanRow> {
  const [found] = await db
    .select()
    .from(networkScan)
    .where(and(eq(networkScan.id, id), seenScans({ actor })))
    .for('no key update');
  if (!found) throw new Refused('not_found');
  return found;
}

function toReply({ scan, probeName, ...names }: Awaited<ReturnType<typeof selectScans>>[number]): ScanReply {
  const {
    organizationId,
    locationId,
    probeId,
    runId,
    hasBaseline: _baseline,
    updatedAt: _updated,
    userId: _user,
    ...rest
  } = scan;
  return {
    ...rest,
    ...names,
    org: organizationId,
    location: locationId,
    networkProbe: probeId === null ? null : { nodeId: probeId, nodeName: probeName ?? '' },
    createdAt: scan.createdAt.toISOString(),
    running: runId !== null,
    lastRunAt: scan.lastRunAt?.toISOString() ?? null,
    nextRunAt: scan.nextRunAt?.toISOString() ?? null,
  };
}
