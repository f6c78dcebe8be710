// A product with many monitors of local servers, and its database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { coarse, fine } from '#server/monitors/results/rollup.ts';
import { connectTo } from '../../product/database-of.ts';
import { callByApi, setUpByApi } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';

/** Interval of each monitor in seconds. */
export const frequency = 60;

export interface Farm {
  product: Product;
  /** Session of the first administrator. */
  cookie: string;
  /** Runs SQL directly on the product's embedded database. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Reconnects after a restart of the product. */
  connectAgain(): Promise<void>;
  dispose(): Promise<void>;
}

async function startTargets(): Promise<{ url: string; stop(): Promise<void> }> {
  const program = join(import.meta.dirname, '../../fixtures/http-targets-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: `http://127.0.0.1:${line.split(' ')[1] ?? ''}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Sets the product up with `monitors` HTTP monitors, each with a condition. They start with `begin`. */
export async function startFarm(monitors: number): Promise<Farm & { begin(): Promise<void> }> {
  const targets = await startTargets();
  const product = await startProduct();
  let database: pg.Client;
  const connect = async (): Promise<void> => {
    database = await connectTo(product);
  };
  const farm: Farm = {
    product,
    cookie: '',
    sql: async (text, values = []) => (await database.query(text, [...values])).rows as Record<string, unknown>[],
    async connectAgain() {
      await database.end().catch(() => undefined);
      await connect();
    },
    async dispose() {
      await database.end().catch(() => undefined);
      await product.dispose();
      await targets.stop();
    },
  };
  const { cookie } = await setUpByApi(product);
  const { client } = (await callByApi(product, cookie, 'POST', '/client', {
    name: 'Northwind',
    locations: [{ name: 'Main office' }],
  })) as { client: { id: number; locations: { id: number }[] } };
  await connect();
  await plant(farm, monitors, targets.url, client.id, client.locations[0]?.id ?? 0);
  return {
    ...farm,
    cookie,
    async begin() {
      // Restart, so that the product loads all monitors at once, without live messages.
      await product.end();
      await product.start();
      await farm.connectAgain();
    },
  };
}

/** Inserts the rows that the wizard would write; ten thousand requests would take too long. */
async function plant({ sql }: Farm, monitors: number, url: string, organization: number, location: number) {
  const config = {
    methodType: 'GET',
    authenticationType: 'NONE',
    saveResponseBody: true,
    saveCertificateInformation: true,
    requestBodyType: 'NONE',
  };
  await sql(
    `with made as (
       insert into node (name, system_name, node_class, node_type, node_role_id, organization_id, location_id)
       select 'Shop ' || n, 'Shop ' || n, 'CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET', 'cloud-monitor', $1, $2
       from generate_series(1, $3::int) n returning id
     ), watched as (
       insert into cloud_monitor (node_id, enabled, monitor_type, frequency, timeout, config)
       select id, true, 'HTTP', ${frequency}, 10, $4::jsonb || jsonb_build_object('httpHostname', $5 || '/' || id) from made
     )
     insert into monitor_condition (monitor_id, position, type, enabled, condition_name, parameters, reset_threshold, severity,
       priority, notification_action)
     select id, 0, 'HttpWebsiteFailed', true, 'Website is down', '{"runCount": 3}', 10, 'CRITICAL', 'HIGH', 'NONE' from made`,
    [organization, location, monitors, JSON.stringify(config), url],
  );
  await sql('analyze');
}

/** Inserts `hours` of checks of every monitor, with rollups; the last check is a minute before `now`. */
export async function plantHistory({ sql }: Farm, hours: number, now: Date): Promise<void> {
  const until = now.toISOString();
  // Set the marks first, so that the product does not roll up these rows.
  for (const seconds of [fine, coarse])
    await sql(
      `insert into monitor_rollup_mark (resolution, through)
       values ($1::int, date_bin(make_interval(secs => $1::int), $2::timestamptz, 'epoch'))
       on conflict (resolution) do update set through = excluded.through`,
      [seconds, until],
    );
  for (let hour = hours; hour > 0; hour -= 1)
    await sql(
      `insert into monitor_result (monitor_id, at, ok, response_time, status_code)
       select m.node_id, at + make_interval(secs => (m.node_id * 0.618033988749895) % 1 * ${frequency}),
         true, 5 + 20 * random(), 200
       from generate_series($1::timestamptz - make_interval(hours => $2), $1::timestamptz - make_interval(hours => $2 - 1)
         - interval '1 second', interval '${frequency} seconds') at cross join cloud_monitor m
       on conflict do nothing`,
      [until, hour],
    );
  await sql(
    `insert into monitor_state (monitor_id, checked_at, ok, since, response_time, message, status_code, detail)
     select node_id, $1::timestamptz - interval '1 minute', true, $1::timestamptz - interval '1 day', 12,
       'The server answered 200 OK.', 200, '{}' from cloud_monitor on conflict do nothing`,
    [until],
  );
  await sql('update node set is_up = true');
  for (const seconds of [fine, coarse])
    await sql(
      `insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum, response_max)
       select m.node_id, $1::int, at, $1::int / ${frequency}, $1::int / ${frequency}, $1::int / ${frequency}, $1::int / 5, 25
       from generate_series(date_bin(make_interval(secs => $1::int), $2::timestamptz - make_interval(hours => $3), 'epoch'),
         $2::timestamptz - make_interval(secs => $1::int), make_interval(secs => $1::int)) at cross join cloud_monitor m
       on conflict do nothing`,
      [seconds, until, hours],
    );
  // Vacuum now; otherwise autovacuum would process a day's rows during the measurement.
  await sql('vacuum analyze');
  await sql('checkpoint');
}

/** Waits until the product runs this many monitors; returns the milliseconds since `begun`. */
export async function untilHeld({ product }: Farm, monitors: number, begun: number): Promise<number> {
  for (;;) {
    const held = await metric(product, 'cairn_monitors_held').catch(() => 0);
    if (held === monitors) return performance.now() - begun;
    if (performance.now() - begun > 120_000) throw new Error(`after two minutes ${held} of ${monitors} monitors run`);
    await sleep(50);
  }
}

export async function metric(product: Product, name: string): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && /^[ {]/.test(line.slice(name.length)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
