import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { HostResponse, VmGuest, VmHostFacts, VmHostType } from '#api/contract/agent-methods/vm-host.ts';
import { plainTexts } from '../agents/plain-text.ts';
import type { Database, Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { vmGuest, vmHost } from '../database/schema/vm-hosts.ts';
import { vmGuestNodeType } from '../nodes/node-types.ts';
import { classesOf } from './classes.ts';
import { wordsOfResult } from './result-words.ts';
import { isStandingNode } from '../access/visibility.ts';

/** What a device shows of the host. */
export function detailsOf({ product, vendor, model, build }: Static<typeof VmHostFacts>) {
  return { osName: product, vendor, model, firmware: build && `build ${build}` };
}

/** A guest is deleted once so many readings in a row did not have it: an account may lose sight of it for a moment. */
const READINGS_UNTIL_GONE = 3;

/** Results after which nobody knows whether the host is up. */
const unanswered: ReadonlySet<HostResponse['code']> = new Set(['esxi_init_timeout', 'esxi_unknown']);

/**
 * Stores what the delegate read. A host that does not answer is offline, and its guests are as they were. A guest that
 * the host no longer has is off, and then deleted. `asked` is the revision of the host that was read: a response from where it
 * was before somebody changed it is dropped. Returns the devices that changed.
 */
export async function storeHost(
  database: Database,
  nodeId: number,
  reported: HostResponse,
  now: Date,
  asked?: number,
): Promise<number[]> {
  const answer = plainTexts(reported);
  return database.transaction(async (db) => {
    const [stored] = await db
      .select({ host: vmHost, node })
      .from(vmHost)
      .innerJoin(node, eq(node.id, vmHost.nodeId))
      .where(and(eq(vmHost.nodeId, nodeId), isStandingNode()))
      .for('no key update');
    if (!stored || (asked !== undefined && stored.host.revision !== asked)) return [];
    const { host: facts, guests, code } = answer;
    if (code !== 'succeeded' || facts === null) {
      const error = wordsOfResult(answer) || 'Test failed';
      await db.update(vmHost).set({ error }).where(eq(vmHost.nodeId, nodeId));
      if (unanswered.has(code)) await db.update(node).set({ isUp: false, isDown: true }).where(eq(node.id, nodeId));
      return [nodeId];
    }
    await db.update(vmHost).set({ facts, readAt: now, error: '' }).where(eq(vmHost.nodeId, nodeId));
    await db
      .update(node)
      .set({
        systemName: facts.name,
        isUp: true,
        isDown: false,
        details: sql`${node.details} || ${JSON.stringify(detailsOf(facts))}::jsonb`,
        lastSeenAt: now,
      })
      .where(eq(node.id, nodeId));
    const { organizationId, locationId } = stored.node;
    const changed = await storeGuests(db, guests, {
      host: { nodeId, type: stored.host.type },
      place: { organizationId, locationId },
      now,
    });
    return [nodeId, ...changed];
  });
}

interface Around {
  host: { nodeId: number; type: VmHostType };
  place: { organizationId: number; locationId: number };
  now: Date;
}

async function storeGuests(db: Queries, guests: readonly VmGuest[], { host, place, now }: Around): Promise<number[]> {
  const known = new Map(
    (
      await db
        .select({ id: vmGuest.nodeId, externalId: vmGuest.externalId })
        .from(vmGuest)
        .where(eq(vmGuest.hostNodeId, host.nodeId))
    ).map(({ id, externalId }) => [externalId, id]),
  );
  const once = [...new Map(guests.map((guest) => [guest.externalId, guest])).values()];
  const fresh = once.filter(({ externalId }) => !known.has(externalId));
  const gone = [...known].filter(([id]) => !once.some(({ externalId }) => externalId === id)).map(([, id]) => id);
  await missGuests(db, gone);
  if (fresh.length > 0) {
    const rows = await db
      .insert(node)
      .values(
        fresh.map(({ name }) => ({
          name,
          ...classesOf(host.type).guest,
          nodeType: vmGuestNodeType,
          organizationId: place.organizationId,
          locationId: place.locationId,
          parentNodeId: host.nodeId,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .returning({ id: node.id });
    await db.insert(vmGuest).values(
      fresh.map((guest, index) => {
        const { externalId, power, os, hostName, cpus, memoryMB, storageMB, tools } = guest;
        const shown = { externalId, power, os, hostName, cpus, memoryMB, storageMB, tools };
        return { nodeId: rows[index]?.id ?? 0, hostNodeId: host.nodeId, ...shown };
      }),
    );
    for (const [index, { externalId }] of fresh.entries()) known.set(externalId, rows[index]?.id ?? 0);
  }
  const rows = once.map(({ externalId, address, ...guest }) => ({ id: known.get(externalId), address, ...guest }));
  await db.execute(sql`
    with told as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id int, name text, power text, os text,
        "hostName" text, address text, cpus int, "memoryMB" bigint, "storageMB" bigint, tools boolean)
    ), guest as (
      update vm_guest g set missing = 0, power = t.power, os = t.os, host_name = t."hostName", cpus = t.cpus, memory_mb = t."memoryMB",
        storage_mb = t."storageMB", tools = t.tools
      from told t where g.node_id = t.id
    )
    update node n set name = t.name, system_name = t."hostName", is_up = t.power = 'on', is_down = t.power <> 'on',
      details = n.details || jsonb_build_object('osName', t.os),
      ip_addresses = case when t.address = '' then '{}' else array[t.address] end,
      last_seen_at = case when t.power = 'on' then ${now.toISOString()}::timestamptz else n.last_seen_at end
    from told t where n.id = t.id`);
  return [...known.values()];
}

/** Counts a reading without these guests; those that were missing often enough are deleted, the others count as off. */
async function missGuests(db: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const counted = await db
    .update(vmGuest)
    .set({ missing: sql`${vmGuest.missing} + 1`, power: 'off' })
    .where(inArray(vmGuest.nodeId, [...ids]))
    .returning({ id: vmGuest.nodeId, missing: vmGuest.missing });
  const [gone, off] = [true, false].map((isGone) =>
    counted.filter(({ missing }) => missing >= READINGS_UNTIL_GONE === isGone).map(({ id }) => id),
  );
  if (gone && gone.length > 0) await db.delete(node).where(inArray(node.id, gone));
  if (off && off.length > 0) await db.update(node).set({ isUp: false, isDown: true }).where(inArray(node.id, off));
}
