import { and, count, desc, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { organizationsWith, visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { networkScan, networkScanHost, networkScanRun } from '../database/schema/network-scans.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { run, runItem } from '../database/schema/runs.ts';
import { appUser } from '../database/schema/users.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { Refused } from '../refused.ts';
import { responds } from './responding.ts';

type Seer = Pick<CallContext, 'db' | 'actor' | 'now'>;
type Reply = ReplyOf<Catalogue['readDiscovery']>;

/** As the partial index says it: a parameter would not fit it. */
const isDiscovery = sql`${run.kind} = 'agent:network.discover'`;
const probeOfRun = sql`${node.id}::text = ${run.subject}`;

/** Discoveries by devices that the actor sees and may add to. */
const seenDiscoveries = ({ actor, now }: Seer) =>
  and(
    isDiscovery,
    gt(run.expiresAt, now),
    visibleNodes(actor),
    organizationsWith(actor, 'NODE:Create', node.organizationId),
  );

// The probe counts them at the end; before that, or without an end, the items say it.
const responding = sql<number>`coalesce((${run.result} ->> 'reached')::int, (select count(*)::int from ${runItem}
  where ${runItem.runId} = ${run.id} and ${responds(sql`${runItem.data}`)}))`;
const found = sql`from ${networkScanHost} where ${networkScanHost.foundBy} = ${run.id}`;

function selectDiscoveries(db: Seer['db'], where: SQL | undefined) {
  return db
    .select({
      run,
      targets: sql<number>`coalesce(jsonb_array_length(${agentCommand.params} -> 'addresses'), ${run.lastSeq})`,
      startedBy: sql<string | null>`nullif(trim(${appUser.firstName} || ' ' || ${appUser.lastName}), '')`,
      probe: { nodeId: node.id, nodeName: nameOfNode },
      clientId: organization.id,
      clientName: organization.name,
      locationId: location.id,
      locationName: location.name,
      responding,
      scanId: networkScan.id,
      scanName: networkScan.name,
      newDevices: sql<number>`(select count(*)::int ${found})`,
      unknownDevices: sql<number>`(select count(*)::int ${found} and ${networkScanHost.isNew})`,
    })
    .from(run)
    .innerJoin(node, probeOfRun)
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .leftJoin(agentCommand, eq(agentCommand.id, run.id))
    .leftJoin(appUser, eq(appUser.id, run.userId))
    .leftJoin(networkScanRun, eq(networkScanRun.runId, run.id))
    .leftJoin(networkScan, eq(networkScan.id, networkScanRun.scanId))
    .where(where)
    .orderBy(desc(run.createdAt), desc(run.id))
    .$dynamic();
}

/** Lists discoveries, the latest first. */
export async function listDiscoveries(
  context: Seer,
  { clientId, locationId, scanId, limit = 100, offset = 0 }: QueryOf<Catalogue['listDiscoveries']>,
): Promise<ReplyOf<Catalogue['listDiscoveries']>> {
  const { db } = context;
  const ofScan = (id: number) =>
    inArray(run.id, db.select({ id: networkScanRun.runId }).from(networkScanRun).where(eq(networkScanRun.scanId, id)));
  const where = and(
    seenDiscoveries(context),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    locationId === undefined ? undefined : eq(node.locationId, locationId),
    scanId === undefined ? undefined : ofScan(scanId),
  );
  const rows = await selectDiscoveries(db, where).limit(limit).offset(offset);
  const [all] = await db.select({ total: count() }).from(run).innerJoin(node, probeOfRun).where(where);
  return { items: rows.map((row, index) => ({ id: offset + index + 1, ...toReply(row) })), total: all?.total ?? 0 };
}

/** @throws Refused `not_found` */
export async function readDiscovery(context: Seer, id: string): Promise<Reply> {
  const [row] = await selectDiscoveries(context.db, and(seenDiscoveries(context), eq(run.id, id)));
  if (!row) throw new Refused('not_found');
  const [command] = await context.db
    .select({ params: agentCommand.params })
    .from(agentCommand)
    .where(eq(agentCommand.id, id));
  return { ...toReply(row), asked: command ? toAsked(command.params) : null, previous: await previousOf(context, row) };
}

/** A discovery to compare another one with: of the same location. @throws Refused `not_found` */
export async function requireDiscovery(context: Seer, id: string, locationId?: number): Promise<Reply> {
  const found = await readDiscovery(context, id);
  if (locationId !== undefined && found.locationId !== locationId) throw new Refused('not_found');
  return found;
}

type Row = Awaited<ReturnType<typeof selectDiscoveries>>[number];

async function previousOf(context: Seer, { run: later, scanId, locationId }: Row): Promise<string | null> {
  const { db } = context;
  const addresses = sql`select ${agentCommand.params} -> 'addresses' from ${agentCommand} where ${agentCommand.id} = `;
  const [earlier] = await db
    .select({ id: run.id })
    .from(run)
    .innerJoin(node, probeOfRun)
    .leftJoin(networkScanRun, eq(networkScanRun.runId, run.id))
    .where(
      and(
        seenDiscoveries(context),
        eq(node.locationId, locationId),
        lt(run.createdAt, later.createdAt),
        gt(run.lastSeq, 0),
        inArray(run.state, ['done', 'cancelled', 'interrupted', 'refused']),
      ),
    )
    .orderBy(
      sql`(${networkScanRun.scanId} = ${scanId ?? 0}) desc nulls last`,
      sql`((${addresses} ${run.id}) = (${addresses} ${later.id})) desc nulls last`,
      desc(run.createdAt),
    )
    .limit(1);
  return earlier?.id ?? null;
}

function toAsked(params: Record<string, unknown>): Reply['asked'] {
  const number = (name: string) => Number(params[name] ?? 0);
  const { addresses, snmpCredentials, telnetSshCredential } = params;
  return {
    ipTargets: Array.isArray(addresses) ? targetsOf(addresses.map(String)) : '',
    snmpCredentials: Array.isArray(snmpCredentials) ? snmpCredentials.map(Number) : [],
    telnetSshCred: typeof telnetSshCredential === 'number' ? telnetSshCredential : null,
    pingTimeoutMS: number('pingTimeoutMS'),
    pingPacketTTL: number('pingPacketTTL'),
    pingsPerNode: number('pingsPerNode'),
    delayBetweenPingsMS: number('delayBetweenPingsMS'),
  };
}

/** Addresses as targets: those of IPv4 that follow each other make a range. */
export function targetsOf(addresses: readonly string[]): string {
  const ranges: { from: string; to: string }[] = [];
  for (const address of addresses) {
    const last = ranges.at(-1);
    if (last !== undefined && numberOf(address) === numberOf(last.to) + 1) last.to = address;
    else ranges.push({ from: address, to: address });
  }
  return ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(', ');
}

/** NaN for another address than one of IPv4. */
function numberOf(address: string): number {
  const bytes = address.split('.');
  return bytes.length === 4 ? bytes.reduce((number, byte) => number * 256 + Number(byte), 0) : NaN;
}

function toReply({ run: { id, state, lastSeq, createdAt, endedAt }, ...row }: Row) {
  const { scanId, scanName, ...told } = row;
  return {
    ...told,
    runId: id,
    state,
    startedAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    checked: lastSeq,
    scan: scanId === null || scanName === null ? null : { id: scanId, name: scanName },
  };
}
