// Digests of all tables, which show whether a request changed anything.
import { sql, type SQL } from 'drizzle-orm';
import type { TestServer } from '../server/harness.ts';

/** Rows that change by themselves, and what a refusal may leave behind. */
const passing = new Set([
  'session',
  'agent',
  'throttle',
  // Counted before a message is sent, whatever becomes of it.
  'sent_text',
  'monitor_worker',
  'monitor_shard',
  'monitor_rollup',
  'monitor_rollup_mark',
  'device_watch',
]);
/** A job gives devices their conditions at the turn of a minute. */
const lasting = (table: string) => (table === 'monitor_condition' ? sql`where type not like 'Device%'` : sql``);

/** What becomes of a message is no change of the call that queued it. */
const attempts = ['body', 'attempts', 'next_attempt_at', 'state', 'status', 'answer', 'error', 'delivered_at'];

interface Table {
  name: string;
  queue: boolean;
}

const tablesOf = new WeakMap<TestServer, readonly Table[]>();

/** The catalog of a database takes longer to read than its rows, and no test changes it. */
async function readTables(server: TestServer): Promise<readonly Table[]> {
  const known = tablesOf.get(server);
  if (known !== undefined) return known;
  const { rows } = await server.services.database.execute<Table & Record<string, unknown>>(sql`
    select table_name as name, exists (
      select from information_schema.columns c where c.table_name = t.table_name and c.column_name = 'next_attempt_at'
    ) as queue
    from information_schema.tables t
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const read = rows.filter(({ name }) => !passing.has(name));
  tablesOf.set(server, read);
  return read;
}

/** The last digest of each table, with the versions of the rows that it is of. */
const digestsOf = new WeakMap<TestServer, Map<string, { version: string; digest: string }>>();

/** A digest of each table, by its name: two that are alike show that nothing changed. */
export async function digests(server: TestServer): Promise<Record<string, string>> {
  const tables = await readTables(server);
  const known = digestsOf.get(server) ?? new Map<string, { version: string; digest: string }>();
  digestsOf.set(server, known);
  const versions = await readVersions(server, tables);
  const written = tables.filter(({ name }) => known.get(name)?.version !== versions.get(name));
  const read = await readEach(
    server,
    written.map(
      ({ name, queue }) => sql`select ${name} as name, concat(count(*), ' ', sum(hashtextextended(row, 0))) as said
      from (select ${queue ? sql`(to_jsonb(t) - ${sql.param(attempts)}::text[])::text` : sql`t::text`} as row from ${sql.identifier(name)} t ${lasting(name)}) rows`,
    ),
  );
  for (const [name, digest] of read) known.set(name, { version: versions.get(name) ?? '', digest });
  return Object.fromEntries([...known].map(([name, { digest }]) => [name, digest]));
}

/**
 * A row that is written has another `xmin`. Reading all rows as text takes several times longer. A prepared statement, since planning a
 * query of a hundred tables takes longer than running it.
 */
async function readVersions({ services }: TestServer, tables: readonly Table[]): Promise<Map<string, string>> {
  const each = tables.map(
    ({ name }) => `select '${name}' as name, concat(count(*), ' ', sum(xmin::text::bigint)) as said from "${name}"`,
  );
  const { rows } = await services.pool.query<{ name: string; said: string }>({
    name: 'versions of all tables',
    text: each.join(' union all '),
  });
  return new Map(rows.map(({ name, said }) => [name, said]));
}

/** Runs one query for each table and returns the results by table name. */
async function readEach(server: TestServer, queries: readonly SQL[]): Promise<Map<string, string>> {
  if (queries.length === 0) return new Map();
  const { rows } = await server.services.database.execute<{ name: string; said: string }>(
    sql.join([...queries], sql` union all `),
  );
  return new Map(rows.map(({ name, said }) => [name, said]));
}
