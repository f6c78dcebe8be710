import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { Type, type Static } from 'typebox';
import { backupDataDelete, type BackupDeletionParams } from '#api/contract/agent-methods/backup-data.ts';
import { Erased } from '#api/contract/deletion.ts';
import { Closed, Id, OneOf, Uuid } from '#api/contract/shapes.ts';
import { bytesInWords } from '#engine/vocabulary/chosen-file.ts';
import { cancelCommand } from '../agents/command-queue.ts';
import { startOwnCommands } from '../agents/start-own-command.ts';
import { run, runItem } from '../database/schema/runs.ts';
import { deleteDevices, deleteOrganization, requireNoBlocker } from '../deletion/mark.ts';
import { Refused } from '../refused.ts';
import { runKind, type RunWork } from '../runs/run-kind.ts';
import { RunStops } from '../runs/work-on-run.ts';
import { askDevice, backedUpDevices, foundObstacle, knownObstacle, type BackedUpDevice } from './backed-up-devices.ts';

const Input = Closed({
  scope: Type.Union([Closed({ organizationId: Id }), Closed({ nodeIds: Type.Array(Id) })]),
  /** Signed when somebody asked. */
  commands: Type.Array(Closed({ nodeId: Id, commandId: Uuid, params: backupDataDelete.params })),
});

/** What became of the backup data of a device. */
const Item = Type.Object({
  nodeId: Id,
  name: Type.String(),
  /** `deleted`: all of it. `kept`: none of it, or not all. */
  outcome: OneOf(['deleted', 'kept']),
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** Why not all of it. */
  reason: Type.String(),
});
type Item = Static<typeof Item>;

type Work = RunWork<Static<typeof Input>, 'erase', Item>;
/** How often the ends of commands are looked for, in milliseconds. */
const LOOK_MS = 300;

/**
 * Deletes backup data, device by device, and then the devices or the organization, in one transaction. Where one device keeps its
 * backup data, nothing is marked as deleted. A server that takes the run over goes on with the commands that were sent.
 */
export const erasingRun = runKind({
  name: 'backup-data-deletion',
  title: 'deletion with backup data',
  input: Input,
  stages: ['erase'],
  item: Item,
  result: Erased,
  errors: ['backup_data_kept', 'delegate_has_vm_hosts', 'nothing_to_delete'],
  resumable: true,
  async work(work) {
    const { scope } = work.input;
    const devices = await begin(work);
    const items = await follow(work, devices);
    work.signal.throwIfAborted();
    const kept = items.filter(({ outcome }) => outcome === 'kept');
    if (kept.length > 0) throw keptAt(items, kept);
    const files = sumOf(items, 'files');
    const bytes = sumOf(items, 'bytes');
    return work.transaction(async (context) => {
      const { devices: now } = await backedUpDevices(context.db, scope);
      const known = new Set(devices.map(({ nodeId }) => nodeId));
      const added = now.find(({ nodeId }) => !known.has(nodeId));
      if (added) throw keptAt(items, [itemOf(added, 'It has got backup jobs meanwhile.')]);
      const marked =
        'organizationId' in scope
          ? await deleteOrganization(context, scope.organizationId)
          : await deleteDevices(context, scope.nodeIds);
      return { ...marked, files, bytes };
    });
  },
});

/** Sends the commands, unless they were sent before. @throws Refused where a device is known to keep its backup data: then none is asked */
async function begin(work: Work): Promise<BackedUpDevice[]> {
  const { input, services, userId } = work;
  const { scope, commands } = input;
  const ids = commands.map(({ commandId }) => commandId);
  const { database } = services;
  const { devices } = await backedUpDevices(database, scope);
  const sent = await database.select({ id: run.id }).from(run).where(inArray(run.id, ids));
  if (sent.length > 0) return devices;
  const kept = (await Promise.all(devices.map((device) => obstacleOf(work, device)))).flatMap((item) => item ?? []);
  if (kept.length > 0) {
    await work.transaction(async ({ found }) => found(kept.map(keyed)));
    throw keptAt([], kept);
  }
  await work.transaction(async (context) => {
    await requireNoBlocker(context, scope);
    const [own] = await context.db.select({ ip: run.ip }).from(run).where(eq(run.id, work.id));
    const of = new Map(devices.map((device) => [device.nodeId, device]));
    const asked = commands.flatMap(({ nodeId, commandId: id, params }) => {
      const device = of.get(nodeId);
      if (!device) return [];
      const { organizationId } = device;
      const command = { id, nodeId, organizationId, method: 'backup.deleteData' as const, params };
      return [{ ...command, userId, ip: own?.ip ?? '' }];
    });
    await startOwnCommands(context.db, services.live, asked, context.now);
    context.progress({ stage: 'erase', done: 0, total: asked.length });
  });
  await Promise.all(devices.map(({ nodeId }) => services.agents.wake(nodeId)));
  return devices;
}

async function obstacleOf({ input, services }: Work, device: BackedUpDevice): Promise<Item | undefined> {
  const { nodeId, folders } = device;
  const known = knownObstacle(device);
  if (known !== '') return itemOf(device, known);
  const signed = input.commands.find((command) => command.nodeId === nodeId)?.params;
  if (!signed || !isSame(signed, folders)) return itemOf(device, 'Its backup jobs have changed meanwhile.');
  const found = await askDevice(services, device);
  // Another process has its agent, which judges by itself.
  if (found === undefined) return undefined;
  const reason = 'silent' in found ? found.silent : foundObstacle(found, device);
  return reason === '' ? undefined : itemOf(device, reason);
}

const isSame = (signed: BackupDeletionParams, folders: readonly string[]): boolean =>
  JSON.stringify(signed.folders.toSorted()) === JSON.stringify(folders.toSorted());

/** Waits for every command, notes what became of each in the audit trail, and answers all of it. */
async function follow({ id, input, services, signal, transaction }: Work, devices: BackedUpDevice[]): Promise<Item[]> {
  const { database } = services;
  const deviceOf = new Map(devices.map((device) => [device.nodeId, device]));
  const nodeOf = new Map(input.commands.map(({ commandId, nodeId }) => [commandId, nodeId]));
  const stored = await database.select({ data: runItem.data }).from(runItem).where(eq(runItem.runId, id));
  const items = new Map(stored.map(({ data }) => [(data as unknown as Item).nodeId, data as unknown as Item]));
  // After a cancel, the server asks each device once to stop, and still stores what each deleted until then.
  let told = false;
  for (;;) {
    const rows = await database
      .select()
      .from(run)
      .where(inArray(run.id, [...nodeOf.keys()]));
    const ended = rows.flatMap((row) => {
      const device = deviceOf.get(nodeOf.get(row.id) ?? 0);
      const isNew = device !== undefined && !items.has(device.nodeId) && row.endedAt !== null;
      return isNew ? [{ device, item: endOf(device, row) }] : [];
    });
    if (ended.length > 0) {
      await transaction(async ({ audit, found, progress }) => {
        for (const { device, item } of ended) await audit(auditOf(device, item));
        found(ended.map(({ item }) => keyed(item)));
        progress({ stage: 'erase', done: items.size + ended.length, total: nodeOf.size });
      });
      for (const { item } of ended) items.set(item.nodeId, item);
    }
    if (items.size >= nodeOf.size) return [...items.values()];
    if (signal.aborted && !isCancelled(signal)) signal.throwIfAborted();
    if (isCancelled(signal) && !told) {
      told = true;
      await cancelAll(services, nodeOf);
    }
    await sleep(LOOK_MS);
  }
}

const isCancelled = ({ reason }: AbortSignal): boolean => reason instanceof RunStops && reason.why === 'cancelled';

async function cancelAll({ database, live, agents }: Work['services'], nodeOf: Map<string, number>): Promise<void> {
  await database.transaction(async (db) => {
    for (const id of nodeOf.keys()) await cancelCommand(db, live, id, new Date());
  });
  await Promise.all([...nodeOf.values()].map((nodeId) => agents.wake(nodeId)));
}

function endOf(device: BackedUpDevice, { state, result, refusal }: typeof run.$inferSelect): Item {
  if (state === 'done') {
    const { files, bytes, kept, reason } = result as Static<typeof backupDataDelete.result>;
    const words = kept === 0 ? '' : `${counted(kept)} could not be deleted: ${reason}`;
    return { ...itemOf(device, words), outcome: kept === 0 ? 'deleted' : 'kept', files, bytes };
  }
  const words = refusal?.message ?? 'The agent did not answer.';
  return itemOf(device, state === 'refused' ? words : `${words} Some of its image files may be gone.`);
}

function itemOf({ nodeId, name }: BackedUpDevice, reason: string): Item {
  return { nodeId, name, outcome: 'kept', files: 0, bytes: 0, reason };
}

const keyed = (item: Item) => ({ key: String(item.nodeId), data: item });
const sumOf = (items: readonly Item[], of: 'files' | 'bytes') => items.reduce((sum, item) => sum + item[of], 0);
const counted = (files: number) => `${files.toLocaleString('en')} image ${files === 1 ? 'file' : 'files'}`;
const sizeOf = ({ files, bytes }: Pick<Item, 'files' | 'bytes'>) => `${counted(files)}, ${bytesInWords(bytes)}`;

function auditOf({ organizationId }: BackedUpDevice, item: Item) {
  const { nodeId, name, outcome, files, bytes, reason } = item;
  return {
    action: outcome === 'deleted' ? 'BACKUP_DATA_DELETED' : 'BACKUP_DATA_KEPT',
    entityType: 'NODE',
    entityId: nodeId,
    organizationId,
    summary:
      outcome === 'deleted'
        ? `Deleted the backup data of “${name}” for good: ${sizeOf(item)}`
        : `Could not delete all backup data of “${name}”: ${sizeOf(item)} deleted. ${sentence(reason)}`,
    detail: { files, bytes },
  };
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
const MOST_NAMED = 3;

/** What was deleted all the same is said in numbers. */
function keptAt(items: readonly Item[], kept: readonly Item[]): Refused {
  const done = { files: sumOf(items, 'files'), bytes: sumOf(items, 'bytes') };
  const said =
    done.files === 0 ? 'No backup data was deleted.' : `${sizeOf(done)} of backup data were deleted for good.`;
  const reasons = kept.slice(0, MOST_NAMED).map(({ name, reason }) => `“${name}”: ${sentence(reason)}`);
  const others = kept.length - reasons.length;
  return new Refused('backup_data_kept', {
    message: [...reasons, ...(others > 0 ? [`So it is with ${others.toLocaleString('en')} more.`] : []), said].join(
      ' ',
    ),
  });
}
