import { and, eq } from 'drizzle-orm';
import type { RowsAnswer } from '#api/contract/rows.ts';
import { changer, hasValue, selector } from '#engine/rows/selection.ts';
import type { CallContext } from '../context.ts';
import { runItem } from '../database/schema/runs.ts';
import { nmsRole, type NodeRole } from '../nodes/node-roles.ts';
import { Refused } from '../refused.ts';
import type { Discovered } from './describe-hosts.ts';
import { devicesAt } from './devices-at.ts';
import { ownDiscovery, type DiscoveryPlace } from './own-discovery.ts';

export interface Chosen extends DiscoveryPlace {
  devices: (Omit<Discovered, 'role'> & { role: NodeRole })[];
}

/** Columns that a person may give another value. */
const EDITABLE = new Set(['role', 'name']);
const LONGEST_NAME = 255;

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
  const { db } = context;
  const { probe, place } = await ownDiscovery(context, id);

  const rows = await db
    .select({ key: runItem.key, data: runItem.data })
    .from(runItem)
    .where(and(eq(runItem.runId, id)))
    .orderBy(runItem.seq);
  const isSelected = selector(selected);
  const changed = changer(changes.filter(({ column }) => EDITABLE.has(column)));
  const found = rows
    .filter((row) => hasValue(row.data['type'], 'allResponding') && isSelected(row))
    .map((row) => {
      const device = changed(row) as unknown as Discovered;
      const given: unknown = device.name;
      // F03-26: an empty name changes nothing.
      const name = typeof given === 'string' ? given.trim() : '';
      return { ...device, name: name === '' ? String(row.data['name']) : name };
    });
  const known = await devicesAt(
    db,
    place.clientId,
    found.map(({ ip }) => ip),
  );
  const devices = found
    .filter(({ ip }) => !known.has(ip))
    .map(({ role, ...rest }) => ({ ...rest, role: nmsRole(role) }));
  refuse(wordsAgainst(devices));
  return {
    devices: devices.flatMap(({ role, ...rest }) => (role ? [{ ...rest, role }] : [])),
    probe,
    place,
  };
}

function wordsAgainst(devices: readonly { name: string; role: NodeRole | undefined }[]): string | undefined {
  if (devices.length === 0) return 'Select at least 1 device to add to the organization';
  if (devices.some(({ name }) => name.length > LONGEST_NAME))
    return `A device name has at most ${LONGEST_NAME} characters`;
  const unknown = devices.filter(({ role }) => role === undefined).length;
  // F03-27
  return unknown === 0
    ? undefined
    : `${unknown} device(s) have an unknown role. Please provide required fields before proceeding.`;
}

function refuse(words: string | undefined): void {
  if (words !== undefined) throw new Refused('invalid_input', { fields: { '/devices': words } });
}
