import { eq, sql } from 'drizzle-orm';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import type { Database } from '../database/database.ts';
import { deviceInventory } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { nodeClassOf } from './node-class.ts';
import { plainTexts } from './plain-text.ts';

const MOST_ADDRESSES = 64;
const NETBIOS_LENGTH = 15;

/** Keeps what a device reports of itself and brings its row up to date; false when the device is gone. Its texts are hostile until made plain. */
export async function storeInventory(
  database: Database,
  nodeId: number,
  reported: Inventory,
  now: Date,
): Promise<boolean> {
  const inventory = plainTexts(reported);
  const addresses = inventory.networkInterfaces.flatMap((entry) => entry.ipAddresses);
  const hostName = inventory.hostName || 'unnamed';
  const details = {
    submitTime: now.toISOString(),
    lastLoggedOnUser: inventory.lastLoggedInUser,
    osName: inventory.os.name,
  };
  return database.transaction(async (db) => {
    const updated = await db
      .update(node)
      .set({
        name: hostName,
        systemName: hostName,
        nodeClass: nodeClassOf(inventory.os.platform, inventory.isServer),
        isServer: inventory.isServer,
        ipAddresses: [...new Set([...addresses.filter(isRoutable), ...addresses])].slice(0, MOST_ADDRESSES),
        macAddresses: [...new Set(inventory.networkInterfaces.flatMap((entry) => entry.macAddress || []))].slice(
          0,
          MOST_ADDRESSES,
        ),
        netbiosName: (hostName.split('.')[0] ?? '').slice(0, NETBIOS_LENGTH).toUpperCase(),
        lastLoggedInUser: inventory.lastLoggedInUser,
        biosSerialNumber: inventory.machine.biosSerialNumber,
        // C23-02
        details: sql`${node.details} || ${JSON.stringify(details)}::jsonb`,
        lastSeenAt: now,
        updatedAt: now,
      })
      .where(eq(node.id, nodeId))
      .returning({ id: node.id });
    if (updated.length === 0) return false;
    await db
      .insert(deviceInventory)
      .values({ nodeId, inventory, reportedAt: now })
      .onConflictDoUpdate({ target: deviceInventory.nodeId, set: { inventory, reportedAt: now } });
    return true;
  });
}

/** Neither IPv4 nor IPv6 link-local: those say nothing to a person. */
function isRoutable(address: string): boolean {
  return !/^(169\.254\.|fe[89ab][0-9a-f]:)/i.test(address);
}
