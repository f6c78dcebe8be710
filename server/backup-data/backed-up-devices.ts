import { sql, type SQL } from 'drizzle-orm';
import { mostErased } from '#api/contract/backup-names.ts';
import { backupDataInspect, type BackupDataFound } from '#api/contract/agent-methods/backup-data.ts';
import { RpcError } from '#api/contract/json-rpc.ts';
import { lackOf } from '../agents/inability.ts';
import { plainTexts } from '../agents/plain-text.ts';
import type { Queries } from '../database/database.ts';
import { nodesOf, type Scope } from '../deletion/scope.ts';
import type { Services } from '../services.ts';

/** Devices or a whole organization. */
export type ErasedScope = Extract<Scope, { organizationId: number } | { nodeIds: readonly number[] }>;

/** A device with backup jobs. */
export interface BackedUpDevice {
  nodeId: number;
  name: string;
  organizationId: number;
  isUp: boolean;
  /** Of its agent; null without one. */
  capabilities: string[] | null;
  version: string;
  /** Local folders of its jobs, each once. */
  folders: string[];
  /** Network shares of its jobs, each once. */
  shares: string[];
}

/** The devices of the scope that have backup jobs, by name: at most one more than a deletion takes along, and how many there are. */
export async function backedUpDevices(
  db: Queries,
  scope: ErasedScope,
): Promise<{ devices: BackedUpDevice[]; deviceCount: number }> {
  const paths = (type: 'LOCAL' | 'NETWORK_SHARE', field: string): SQL => sql`
    coalesce((select json_agg(distinct j.settings ->> ${field}) from backup_job j
      where j.node_id = n.id and j.settings ->> 'destinationType' = ${type}), '[]'::json)`;
  const { rows } = await db.execute<Record<string, unknown> & BackedUpDevice & { total: number }>(sql`
    select n.id as "nodeId", coalesce(nullif(n.friendly_name, ''), n.name) as name, n.organization_id as "organizationId",
      n.is_up as "isUp", to_json(a.capabilities) as capabilities, coalesce(a.version, '') as version,
      ${paths('LOCAL', 'localDestinationPath')} as folders, ${paths('NETWORK_SHARE', 'networkDestinationPath')} as shares,
      (count(*) over ())::int as total
    from node n left join agent a on a.node_id = n.id
    where ${nodesOf(scope)} and exists (select 1 from backup_job j where j.node_id = n.id)
    order by lower(coalesce(nullif(n.friendly_name, ''), n.name)), n.id limit ${mostErased}`);
  return { devices: rows.map(({ total: _total, ...device }) => device), deviceCount: rows[0]?.total ?? 0 };
}

export const shareReason = (share: string): string =>
  `Its backups are on the network share ${share}, where several computers may write and names of image files do not say which: delete them there.`;

/** Why the backup data of a device cannot be deleted, as far as the server knows without its agent; empty where nothing speaks against it. */
export function knownObstacle({ isUp, capabilities, version, shares }: BackedUpDevice): string {
  const [share] = shares;
  if (share !== undefined) return shareReason(share);
  if (capabilities === null) return 'The device has no agent.';
  if (!isUp) return 'The device is offline.';
  return lackOf({ capabilities, version }, backupDataInspect) ?? '';
}

/** What the agent says about a device: undefined where it is not connected to this process; a reason where it did not answer. */
export async function askDevice(
  { agents }: Pick<Services, 'agents'>,
  { nodeId }: BackedUpDevice,
): Promise<BackupDataFound | { silent: string } | undefined> {
  try {
    const found = await agents.inspectBackups(nodeId);
    return found && plainTexts(found);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { silent: 'The agent did not answer.' };
  }
}

export const notPermitted = 'The settings of the device do not allow it (CAIRN_AGENT_BACKUP_DATA is not “allow”).';

/** Why the backup data cannot be deleted, by what the agent found; empty where it can. */
export function foundObstacle({ permitted, destinations }: BackupDataFound, { folders }: BackedUpDevice): string {
  if (!permitted) return notPermitted;
  const unreadable = destinations.find(({ reason }) => reason !== '');
  if (unreadable) return unreadable.reason;
  const its = new Set(destinations.map(({ path }) => path));
  return its.size === folders.length && folders.every((path) => its.has(path))
    ? ''
    : 'The agent does not have the latest backup jobs of the device yet.';
}
