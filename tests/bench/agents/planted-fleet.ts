// What the benches of many agents share: devices, a process with their agents, and waiting.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken } from '#server/accounts/tokens.ts';
import { connectTo } from '../../product/database-of.ts';
import { callByApi, setUpByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { keyOf, type FleetSettings } from './fleet.ts';

export interface Fleet {
  connected: number;
  /** How often each command ran, by its target or its id. */
  executed: Record<string, number>;
  /** When the latest command began, in milliseconds since 1970. */
  lastBegun: number;
  process: ChildProcess;
}

export async function query(
  product: Product,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await connectTo(product);
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Devices with agents whose keys the fleet knows, as if they had enrolled. Returns the session of the administrator. */
export async function plantAgents(
  product: Product,
  agents: number,
  capabilities: readonly string[],
): Promise<{ cookie: string }> {
  const { cookie } = await setUpByApi(product);
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id, locations } = client as { id: number; locations: { id: number }[] };
  const hashes = Array.from({ length: agents }, (_, index) => hashToken(keyOf(index)));
  await query(
    product,
    `with given as (select hash, row_number() over () as n from unnest($1::text[]) hash),
       added as (insert into node (name, node_class, node_type, organization_id, location_id, is_down, created_at, updated_at)
         select 'fleet-' || n, 'LINUX_SERVER', 'AGENT_DEVICE', $2, $3, true, now(), now() from given returning id),
       numbered as (select id, row_number() over (order by id) as n from added)
     insert into agent (node_id, key_hash, version, capabilities, last_seen_at, disconnected_at)
     select id, hash, '1.0.0', $4::text[], now(), now() from numbered join given using (n)`,
    [hashes, id, locations[0]?.id, [...capabilities]],
  );
  return { cookie };
}

export function startFleet(settings: FleetSettings): Fleet {
  const program = join(import.meta.dirname, 'fleet-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const fleet: Fleet = { connected: 0, executed: {}, lastBegun: 0, process: child };
  child.on('message', (message: Omit<Fleet, 'process'>) => Object.assign(fleet, message));
  return fleet;
}

export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await sleep(100))
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
}
