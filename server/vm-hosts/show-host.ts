import { and, eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { VmGuestDevice, VmHost } from '#api/contract/vm-hosts.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { vmGuest, vmHost } from '../database/schema/vm-hosts.ts';

/** Returns the fields of a VM host; null for any other device. */
export async function readHost(db: Queries, actor: Actor, id: number): Promise<Static<typeof VmHost> | null> {
  const [row] = await db
    .select({ host: vmHost, credentialName: credential.name })
    .from(vmHost)
    .leftJoin(credential, eq(credential.id, vmHost.credentialId))
    .where(eq(vmHost.nodeId, id));
  if (!row) return null;
  const { type, hostname, apiPort, facts, readAt, error, delegateNodeId } = row.host;
  return {
    type,
    hostname,
    apiPort,
    credentialName: row.credentialName,
    delegate: await namedNode(db, actor, delegateNodeId),
    facts,
    readAt: readAt.toISOString(),
    error,
  };
}

/** Returns the fields of a guest; null for any other device. */
export async function readGuest(db: Queries, actor: Actor, id: number): Promise<Static<typeof VmGuestDevice> | null> {
  const [row] = await db
    .select({ guest: vmGuest, name: node.name, addresses: node.ipAddresses })
    .from(vmGuest)
    .innerJoin(node, eq(node.id, vmGuest.nodeId))
    .where(eq(vmGuest.nodeId, id));
  if (!row) return null;
  return { ...toGuest(row), host: await namedNode(db, actor, row.guest.hostNodeId) };
}

async function namedNode(db: Queries, actor: Actor, id: number): Promise<{ nodeId: number; nodeName: string } | null> {
  const [row] = await db
    .select({ nodeId: node.id, nodeName: nameOfNode })
    .from(node)
    .where(and(eq(node.id, id), visibleNodes(actor)));
  return row ?? null;
}

interface GuestRow {
  guest: typeof vmGuest.$inferSelect;
  name: string;
  addresses: string[];
}

/** A guest as pages show it. */
export function toGuest({ guest, name, addresses }: GuestRow) {
  const { power, os, hostName, cpus, memoryMB, storageMB, tools } = guest;
  return { name, power, os, hostName, address: addresses[0] ?? '', cpus, memoryMB, storageMB, tools };
}
