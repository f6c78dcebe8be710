import { and, eq, sql } from 'drizzle-orm';
import { isStation } from '#api/contract/mac.ts';
import type { Topology } from '#api/contract/agent-methods/topology.ts';
import { plainTexts } from '../agents/plain-text.ts';
import { isStandingNodeId } from '../access/visibility.ts';
import type { Database } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { nmsNodeType } from '../nodes/node-types.ts';

/** MAC addresses that a device is known by. */
const MOST_MACS = 300;

/**
 * Replaces what is known to be at the ports of a device, in one transaction: rows that are gone are removed, the others keep when they
 * were first seen. False when the device is gone or marked for deletion. Its texts are hostile until made plain.
 */
export function storeTopology(database: Database, nodeId: number, reported: Topology, now: Date): Promise<boolean> {
  const { macs, ports, neighbors, forwarding, addresses } = plainTexts(reported);
  const at = sql`${now.toISOString()}::timestamptz`;
  const own = [...new Set([...macs, ...ports.map(({ mac }) => mac)])].filter(isStation).slice(0, MOST_MACS);
  return database.transaction(async (db) => {
    // Two readings of one device wait for each other.
    const [known] = await db
      .update(devicePoll)
      .set({ topologyReadAt: now })
      .where(and(eq(devicePoll.nodeId, nodeId), isStandingNodeId(devicePoll.nodeId)))
      .returning({ nodeId: devicePoll.nodeId });
    if (!known) return false;
    await db
      .update(node)
      .set({ macAddresses: own })
      .where(and(eq(node.id, nodeId), eq(node.nodeType, nmsNodeType), sql`${own.length} > 0`));
    const rows = (list: readonly object[]) => JSON.stringify(list);
    await db.execute(sql`delete from device_port where node_id = ${nodeId}`);
    await db.execute(sql`
      insert into device_port (node_id, port, name, mac)
      select ${nodeId}, r.index, r.name, r.mac from json_to_recordset(${rows(ports)}::json) as r(index int, name text, mac text)
      on conflict do nothing`);
    await db.execute(sql`
      with r as materialized (
        select distinct on (port, protocol, identity) * from json_to_recordset(${rows(neighbors.map(identified))}::json)
          as r(port int, "portName" text, protocol text, identity text, mac text, chassis text, "systemName" text,
            "remotePort" text, "remoteDescription" text, description text, addresses text)
      ), gone as (
        delete from device_neighbor d where node_id = ${nodeId}
          and not exists (select 1 from r where r.port = d.port and r.protocol = d.protocol and r.identity = d.identity)
      )
      insert into device_neighbor (node_id, port, protocol, identity, port_name, mac, chassis, system_name, remote_port,
        remote_description, description, addresses, first_seen_at, last_seen_at)
      select ${nodeId}, port, protocol, identity, "portName", mac, chassis, "systemName", "remotePort", "remoteDescription",
        description, string_to_array(addresses, ' '), ${at}, ${at} from r
      on conflict (node_id, port, protocol, identity) do update set port_name = excluded.port_name, mac = excluded.mac,
        chassis = excluded.chassis, system_name = excluded.system_name, remote_port = excluded.remote_port,
        remote_description = excluded.remote_description, description = excluded.description, addresses = excluded.addresses,
        last_seen_at = excluded.last_seen_at`);
    await db.execute(sql`
      with r as materialized (
        select distinct port, mac from json_to_recordset(${rows(forwarding)}::json) as r(port int, mac text)
      ), gone as (
        delete from device_forwarding d where node_id = ${nodeId}
          and not exists (select 1 from r where r.port = d.port and r.mac = d.mac)
      )
      insert into device_forwarding (node_id, port, mac, first_seen_at, last_seen_at) select ${nodeId}, port, mac, ${at}, ${at} from r
      on conflict (node_id, port, mac) do update set last_seen_at = excluded.last_seen_at`);
    await db.execute(sql`
      with r as materialized (
        select distinct on (address) address, mac from json_to_recordset(${rows(addresses)}::json) as r(address text, mac text)
      ), gone as (
        delete from device_arp d where node_id = ${nodeId} and not exists (select 1 from r where r.address = d.address)
      )
      insert into device_arp (node_id, address, mac, first_seen_at, last_seen_at) select ${nodeId}, address, mac, ${at}, ${at} from r
      on conflict (node_id, address) do update set mac = excluded.mac, last_seen_at = excluded.last_seen_at,
        first_seen_at = case when device_arp.mac = excluded.mac then device_arp.first_seen_at else excluded.first_seen_at end`);
    return true;
  });
}

/** A row with what tells it from the others at its port: a chassis that renames itself stays the same neighbour. */
function identified(each: Topology['neighbors'][number]): object {
  const who = each.mac || each.chassis || each.systemName || (each.addresses[0] ?? '');
  return { ...each, identity: `${who} ${each.remotePort}`.slice(0, 200), addresses: each.addresses.join(' ') };
}
