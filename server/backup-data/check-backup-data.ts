import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext } from '../context.ts';
import { seenDevices } from '../deletion/mark.ts';
import { readOrganization } from '../organizations/organizations.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import {
  askDevice,
  backedUpDevices,
  foundObstacle,
  knownObstacle,
  type BackedUpDevice,
  type ErasedScope,
} from './backed-up-devices.ts';

type Reply = ReplyOf<Catalogue['checkBackupData']>;
type Device = Reply['devices'][number];

/**
 * What the backup jobs of devices have left, as their agents count it now (F10-17).
 * @throws Refused `invalid_input`, `not_found`, `forbidden`
 */
export async function checkBackupData(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  query: QueryOf<Catalogue['checkBackupData']>,
): Promise<Reply> {
  const { devices, deviceCount } = await backedUpDevices(context.db, await ownScope(context, query));
  const looked = await Promise.all(devices.map((device) => lookAt(context, device)));
  const all = looked.flatMap(({ destinations }) => destinations);
  const sum = (of: 'files' | 'bytes') => all.reduce((total, destination) => total + (destination[of] ?? 0), 0);
  return { devices: looked, deviceCount, files: sum('files'), bytes: sum('bytes') };
}

/** @throws Refused */
async function ownScope(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  { nodeId, customerId }: QueryOf<Catalogue['checkBackupData']>,
): Promise<ErasedScope> {
  const words = 'Give nodeId or customerId';
  requireFields({ '/nodeId': (nodeId === undefined) === (customerId === undefined) ? words : undefined });
  if (customerId !== undefined) {
    await readOrganization(context, customerId);
    requireAll(context, [customerId]);
    return { organizationId: customerId };
  }
  const seen = await seenDevices(context, (nodeId ?? '').split(',').map(Number));
  if (seen.length === 0) throw new Refused('not_found');
  requireAll(context, new Set(seen.map(({ clientId }) => clientId)));
  return { nodeIds: seen.map(({ id }) => id) };
}

/** @throws Refused `forbidden` */
function requireAll({ actor }: Pick<CallContext, 'actor'>, organizationIds: Iterable<number>): void {
  for (const id of organizationIds)
    if (!holds(actor, 'NODE:View', id) || !holds(actor, 'NODE:Delete', id)) throw new Refused('forbidden');
}

async function lookAt({ services }: Pick<CallContext, 'services'>, device: BackedUpDevice): Promise<Device> {
  const { nodeId, name, folders, shares } = device;
  const unknown = [...folders, ...shares].map((path) => ({ path, files: null, bytes: null, others: 0 }));
  const obstacle = knownObstacle(device);
  if (!device.isUp || device.capabilities === null) return { nodeId, name, reason: obstacle, destinations: unknown };
  const found = await askDevice(services, device);
  if (found === undefined || 'silent' in found) {
    const reason = obstacle || (found?.silent ?? 'Its agent is not connected to this server.');
    return { nodeId, name, reason, destinations: unknown };
  }
  return {
    nodeId,
    name,
    reason: obstacle || foundObstacle(found, device),
    destinations: found.destinations.map(({ path, files, bytes, others, reason }) =>
      reason === '' ? { path, files, bytes, others } : { path, files: null, bytes: null, others },
    ),
  };
}
