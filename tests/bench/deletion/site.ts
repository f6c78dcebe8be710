import pg from 'pg';
import { callByApi, setUpByApi } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';
import { temporaryDatabase } from '../temporary-database.ts';

type Rows = Record<string, unknown>[];

/** The built product on a database that a measurement reads and locks on its own. */
export interface DeletionSite {
  product: Product;
  cookie: string;
  sql(text: string, values?: readonly unknown[]): Promise<Rows>;
  /** The first column of the first row. */
  number(text: string, values?: readonly unknown[]): Promise<number>;
  /** A connection that holds locks. */
  connect(): Promise<pg.PoolClient>;
  dispose(): Promise<void>;
}

export async function startSite(): Promise<DeletionSite> {
  const database = await temporaryDatabase();
  const product = await startProduct({ DATABASE_URL: database.url });
  const { cookie } = await setUpByApi(product);
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  const sql = async (text: string, values: readonly unknown[] = []): Promise<Rows> =>
    (await pool.query<Record<string, unknown>>(text, [...values])).rows;
  return {
    product,
    cookie,
    sql,
    number: async (text, values) => Number(Object.values((await sql(text, values))[0] ?? {})[0]),
    connect: () => pool.connect(),
    async dispose() {
      await product.end('SIGKILL');
      await pool.end();
      await product.dispose();
      await database.dispose();
    },
  };
}

/** Rows of each device: loads of two kinds, an hour of them with their sums, a condition, and for some an open alert. */
export const samples = 60;
export const rollups = 12;

/** Adds an organization whose devices have agents and a history; returns its id. */
export async function plantOrganization(site: DeletionSite, name: string, devices: number): Promise<number> {
  const body = { name, locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(site.product, site.cookie, 'POST', '/client', body);
  const { id } = client as { id: number };
  const own = `(select id from node where organization_id = $1)`;
  await site.sql(
    `insert into node (name, system_name, node_class, node_type, organization_id, location_id, is_up, is_server)
     select 'srv-' || n, 'host' || n, 'LINUX_SERVER', 'AGENT_DEVICE', $1, (select id from location where organization_id = $1), true, true
     from generate_series(1, $2::int) n`,
    [id, devices],
  );
  await site.sql(
    `insert into agent (node_id, key_hash, version, capabilities, last_seen_at)
     select id, md5(id::text), '1', '{}', now() + interval '1 day' from node where organization_id = $1`,
    [id],
  );
  await site.sql(
    `insert into performance_series (node_id, kind, name, value, at)
     select n.id, kind, '', 0.5, now() from ${own} n, (values ('CPU'), ('MEMORY')) k(kind)`,
    [id],
  );
  const series = `(select s.id from performance_series s where s.node_id in ${own}) s`;
  await site.sql(
    `insert into performance_sample (series_id, at, value)
     select s.id, now() - make_interval(mins => m), 0.5 from ${series}, generate_series(1, ${samples}) m`,
    [id],
  );
  await site.sql(
    `insert into performance_rollup (series_id, resolution, at, samples, value_sum, value_max)
     select s.id, 300, now() - make_interval(mins => 5 * m), 5, 2.5, 0.5 from ${series}, generate_series(1, ${rollups}) m`,
    [id],
  );
  await site.sql(
    `insert into monitor_result (monitor_id, at, ok) select n.id, now() - make_interval(mins => m), true
     from ${own} n, generate_series(1, 24) m`,
    [id],
  );
  await site.sql('analyze');
  return id;
}
