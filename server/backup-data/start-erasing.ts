import { randomUUID } from 'node:crypto';
import { mostErased } from '#api/contract/backup-names.ts';
import type { Run } from '#api/contract/runs.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { nameOf, ownOrganization, requireNoBlocker, seenDevices } from '../deletion/mark.ts';
import { Refused } from '../refused.ts';
import { startRun } from '../runs/start-run.ts';
import { signBackupDeletion } from '../scripts/signing.ts';
import { backedUpDevices, type ErasedScope } from './backed-up-devices.ts';
import { erasingRun } from './erasing-run.ts';

/** Until when a device may begin: as long as a server may be away that goes on with the run. */
const BEGIN_MS = 15 * 60_000;

/**
 * Starts the deletion of the backup data of devices and, once all of it is gone, of the devices or their organization (F10-03, F10-16).
 * What each device may delete is signed now, for the person who asks.
 * @throws Refused `not_found`, `forbidden`, `nothing_to_delete`, `delegate_has_vm_hosts`, `backup_data_kept`
 */
export async function startErasing(context: WriteContext & Pick<CallContext, 'ip'>, asked: ErasedScope): Promise<Run> {
  const { db, actor, now, services } = context;
  const { scope, name, subject } = await ownScope(context, asked);
  await requireNoBlocker(context, scope);
  const { devices, deviceCount } = await backedUpDevices(db, scope);
  if (devices.some(({ organizationId }) => !holds(actor, 'NODE:View', organizationId))) throw new Refused('forbidden');
  if (deviceCount > mostErased)
    throw new Refused('backup_data_kept', {
      message: `${deviceCount.toLocaleString('en')} devices have backup jobs. The backup data of at most ${mostErased} is deleted at once: delete these devices first.`,
    });
  const notAfter = new Date(now.getTime() + BEGIN_MS).toISOString();
  const commands = devices
    .filter(({ folders }) => folders.length > 0)
    .map(({ nodeId, folders }) => {
      const commandId = randomUUID();
      const what = { folders, notAfter };
      return {
        nodeId,
        commandId,
        params: { ...what, signature: signBackupDeletion(services.secrets, commandId, nodeId, what) },
      };
    });
  return startRun(context, erasingRun, {
    input: { scope, commands },
    subject,
    ...('organizationId' in scope && { organizationId: scope.organizationId }),
    about: `of “${name}”`,
  });
}

/** @throws Refused */
async function ownScope(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  asked: ErasedScope,
): Promise<{ scope: { organizationId: number } | { nodeIds: number[] }; name: string; subject: string }> {
  if ('organizationId' in asked) {
    const { organizationId } = asked;
    const { name } = await ownOrganization(context, organizationId);
    return { scope: { organizationId }, name, subject: `organization:${organizationId}` };
  }
  const seen = await seenDevices(context, asked.nodeIds);
  if (seen.length === 0) throw new Refused('nothing_to_delete');
  const nodeIds = seen.map(({ id }) => id);
  return { scope: { nodeIds }, name: nameOf(seen), subject: `devices:${nodeIds.join()}` };
}
