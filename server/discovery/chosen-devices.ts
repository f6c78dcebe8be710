import { and, eq } from 'drizzle-orm';
import type { RowsAnswer } from '#api/contract/rows.ts';
import { changer, hasValue, selector } from '#engine/rows/selection.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { commandRun } from '../agents/command-runs.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { runItem } from '../database/schema/runs.ts';
import { nmsRole, type NodeRole } from '../nodes/node-roles.ts';
import { Refused } from '../refused.ts';
import { ownRun } from '../runs/own-run.ts';
import type { Discovered } from './describe-hosts.ts';
import { devicesAt } from './devices-at.ts';

const discoveryRun = commandRun('network.discover');

export interface Chosen {
  devices: (Omit<Discovered, 'role'> & { role: NodeRole })[];
  probe: { nodeId: number; nodeName: string };
  place: { clientId: number; clientName: string; locationId: number; locationName: string };
}

/**
 * The devices of a discovery that a person selected, as the person changed them, without those that are devices of the
 * organization by now. They go where their probe is.
 * @throws Refused `not_found`, `forbidden`, and `invalid_input` at `/devices` for none (F02-31) or one without a role (F02-32)
 */
export async function chosenDevices(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: string,
  { selected, changes = [] }: RowsAnswer,
): Promise<Chosen> {
  const { db, actor } = context;
  const run = await ownRun(context, [discoveryRun], id);
  if (run.kind !== discoveryRun.name) throw new Refused('not_found');
  const [probe] = await db
    .select({ node, clientName: organization.name, locationName: location.name })
    .from(node)
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .where(and(eq(node.id, Number(run.subject)), visibleNodes(actor)));
  if (!probe) throw new Refused('not_found');
  const { organizationId: clientId, locationId } = probe.node;
  if (!holds(actor, 'NODE:Create', clientId)) throw new Refused('forbidden');

  const rows = await db
    .select({ key: runItem.key, data: runItem.data })
    .from(runItem)
    .where(and(eq(runItem.runId, id)))
    .orderBy(runItem.seq);
  const isSelected = selector(selected);
  const changed = changer(changes.filter(({ column }) => column === 'role'));
  const found = rows
    .filter((row) => hasValue(row.data['type'], 'allResponding') && isSelected(row))
    .map((row) => changed(row) as unknown as Discovered);
  const known = await devicesAt(
    db,
    clientId,
    found.map(({ ip }) => ip),
  );
  const devices = found
    .filter(({ ip }) => !known.has(ip))
    .map(({ role, ...rest }) => ({ ...rest, role: nmsRole(role) }));
  refuse(wordsAgainst(devices));
  return {
    devices: devices.flatMap(({ role, ...rest }) => (role ? [{ ...rest, role }] : [])),
    probe: { nodeId: probe.node.id, nodeName: probe.node.friendlyName || probe.node.name },
    place: { clientId, clientName: probe.clientName, locationId, locationName: probe.locationName },
  };
}

function wordsAgainst(devices: readonly { role: NodeRole | undefined }[]): string | undefined {
  if (devices.length === 0) return 'Select at least 1 device to add to the organization';
  const unknown = devices.filter(({ role }) => role === undefined).length;
  // F03-27
  return unknown === 0
    ? undefined
    : `${unknown} device(s) have an unknown role. Please provide required fields before proceeding.`;
}

function refuse(words: string | undefined): void {
  if (words !== undefined) throw new Refused('invalid_input', { fields: { '/devices': words } });
}
