import { inArray } from 'drizzle-orm';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { openWindow, openWindowReply } from './windows.ts';

type Window = ReturnType<typeof openWindowReply>;

/** Devices with the window of each that is active or coming. */
export async function withMaintenance<Device extends { id: number }>(
  { db, services: { screens } }: Pick<CallContext, 'db' | 'services'>,
  devices: readonly Device[],
): Promise<(Device & { maintenance: Window })[]> {
  const ids = devices.map(({ id }) => id);
  const rows = await db.select({ id: node.id, window: openWindow }).from(node).where(inArray(node.id, ids));
  const windows = new Map(rows.map(({ id, window }) => [id, openWindowReply(screens, window)]));
  return devices.map((device) => ({ ...device, maintenance: windows.get(device.id) ?? null }));
}
