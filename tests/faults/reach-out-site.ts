import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '../product/database-of.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';

type Json = Record<string, unknown>;

/** A product with one organization and a probe, each of which may die at any moment. */
export interface Site {
  product: Product;
  place: { clientId: number; locationId: number };
  /** An SNMP credential. */
  credential: number;
  probe(): number;
  startProbe(computers: string): Promise<void>;
  /** Kills the probe and starts it again with what it has on disk. */
  restartProbe(): Promise<void>;
  /** Kills the server, and with `database` PostgreSQL as well; starts both again. */
  restartServer(database: boolean): Promise<void>;
  /** Repeats a call, with one idempotency key, until it is answered. A refusal with one of these codes is an answer as well. */
  insist<Reply = Json>(method: string, path: string, body: unknown, refusals?: readonly string[]): Promise<Reply>;
  /** One attempt; undefined while nobody answers. */
  read(path: string): Promise<Json | undefined>;
  itemKeys(run: string): Promise<string[] | undefined>;
  /** How many devices there are for each of these addresses or names that has one. */
  countNodes(by: 'address' | 'name', values: readonly string[]): Promise<Map<string, number>>;
  /** Approves computers of a directory for the deployment by the probe. */
  approve(names: readonly string[]): Promise<void>;
  /** Of these computers those without a device. */
  countWaiting(names: readonly string[]): Promise<number>;
  /** Makes lost installations due. */
  passTime(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const product = await startProduct();
  const { cookie } = await setUpByApi(product);
  const api = (path: string, body: unknown) => callByApi(product, cookie, 'POST', path, body);
  const { client } = await api('/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
  const { id: clientId, locations } = client as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: locations[0]?.id ?? 0 };
  const credentialOf = async (body: Json) =>
    Number(((await api('/credential', { clientId, ...body }))['credential'] as { id: number }).id);
  const credential = await credentialOf({ name: 'Switches', credentialType: 'SNMP_V2C', community: 'public' });
  const login = await credentialOf({ name: 'Computers', credentialType: 'BASIC', username: 'x', password: 'y' });
  const { token } = await api('/device/enrollment', place);

  const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-probe-'));
  let child: ChildProcess | undefined;
  let settings = '';
  let probe = 0;

  function launch(): void {
    const program = join(import.meta.dirname, 'probe-process.ts');
    child = spawn(process.execPath, ['--import', 'tsx', program, settings], { stdio: 'ignore' });
  }

  async function end(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function query(text: string, values: readonly unknown[] = []): Promise<Json[]> {
    const client = await connectTo(product);
    try {
      return (await client.query<Json>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  const site: Site = {
    product,
    place,
    credential,
    probe: () => probe,
    async startProbe(computers) {
      settings = JSON.stringify({ server: product.url, dataDirectory, token, computers });
      launch();
      for (const until = Date.now() + 30_000; ;) {
        const [row] = await query('select id, is_up from node where is_up');
        if (row) return void (probe = Number(row['id']));
        if (Date.now() > until) throw new Error('the probe did not connect');
        await sleep(100);
      }
    },
    async restartProbe() {
      await end();
      launch();
    },
    async restartServer(database) {
      const file = join(product.dataDirectory, 'postgres/postmaster.pid');
      const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
      await product.end('SIGKILL');
      if (database) process.kill(postmaster, 'SIGKILL');
      await product.start();
    },
    async insist<Reply>(method: string, path: string, body: unknown, refusals: readonly string[] = []) {
      const headers = {
        cookie,
        origin: product.url,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      for (const end = Date.now() + 60_000; ; await sleep(30)) {
        const answer = await fetch(`${product.url}/api${path}`, { method, headers, body: JSON.stringify(body) }).catch(
          () => undefined,
        );
        const reply = (await answer?.json().catch(() => undefined)) as Reply & { errorCode?: string };
        if (answer?.ok && reply !== undefined) return reply;
        // The server waits for the agent to come back, and an earlier discovery for its end.
        const isLater = ['device_offline', 'network_scan_is_in_progress'].includes(reply?.errorCode ?? '');
        if (answer && answer.status < 500 && !isLater) {
          if (refusals.includes(reply?.errorCode ?? '')) return reply;
          throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
        }
        if (isLater) headers['idempotency-key'] = crypto.randomUUID();
        if (Date.now() > end) throw new Error(`${method} ${path} is not answered: ${JSON.stringify(reply)}`);
      }
    },
    async read(path) {
      const answer = await fetch(`${product.url}/api${path}`, { headers: { cookie } }).catch(() => undefined);
      return answer?.ok ? ((await answer.json().catch(() => undefined)) as Json | undefined) : undefined;
    },
    async itemKeys(run) {
      const keys: string[] = [];
      for (let cursor: unknown = ''; cursor !== null && cursor !== undefined;) {
        const page = await site.read(`/run/${run}/items?limit=400${cursor === '' ? '' : `&cursor=${String(cursor)}`}`);
        if (!page) return undefined;
        keys.push(...(page['items'] as { key: string }[]).map(({ key }) => key));
        cursor = page['next'];
      }
      return keys;
    },
    async countNodes(by, values) {
      const value = by === 'name' ? 'name' : 'ip_addresses[1]';
      const rows = await query(
        `select ${value} as value, count(*)::int as count from node where ${value} = any($1::text[]) group by 1`,
        [values],
      );
      return new Map(rows.map((row) => [String(row['value']), Number(row['count'])]));
    },
    async approve(names) {
      await query(
        `insert into directory_device (organization_id, object_guid, name, host_name, os, is_server, ou_path, domain_controller_id,
           credential_id, status, location_id, deployment, next_at, created_at, updated_at)
         select $1, gen_random_uuid()::text, name, '', '', false, 'OU=Sales', $2, $3, 'APPROVED', $4, 'waiting', now(), now(), now()
         from unnest($5::text[]) name`,
        [place.clientId, probe, login, place.locationId, names],
      );
    },
    async countWaiting(names) {
      const [row] = await query(
        'select count(*)::int as count from directory_device where name = any($1::text[]) and node_id is null',
        [names],
      );
      return Number(row?.['count']);
    },
    async passTime() {
      await query(
        `update directory_device set next_at = now() where deployment in ('installing', 'failed') and next_at > now() + interval '1 minute'
           and next_at < now() + interval '238 seconds'`,
      );
    },
    async dispose() {
      await end();
      await product.dispose();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
  return site;
}
