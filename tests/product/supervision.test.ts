// Kills the built product or its database, starts it twice, and starts it with invalid settings.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from './person.ts';
import { startProduct, type Product } from './product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  code: number | null;
  output: string;
  milliseconds: number;
}

/** Starts the server with only this environment and waits for it to exit; `meanwhile` may send it a signal. */
async function run(
  environment: Record<string, string>,
  meanwhile?: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<Ended> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, CAIRN_AGENT: 'off', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  meanwhile?.((signal) => child.kill(signal));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, milliseconds: performance.now() - begun };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function postmaster(directory: string): number | undefined {
  const file = join(directory, 'postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

/** A client that asks for more than its connection can buffer, and reads none of it. */
async function stallReading(url: string): Promise<Socket> {
  const [file] = [...(await (await fetch(url)).text()).matchAll(/"(\/?[^"]+\/main-[^"]+\.js)"/g)].map(
    ([, path]) => path,
  );
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  const request = `GET ${new URL(file ?? '', url).pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  socket.write(request.repeat(100));
  // Until the server has filled the buffers.
  await sleep(500);
  return socket;
}

async function until(holds: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not come to pass within ${milliseconds} ms`);
    await sleep(20);
  }
}

beforeAll(() => ensureBuilt({ say: () => undefined }), 300_000);

describe('a running product', { timeout: 120_000 }, () => {
  let product: Product;
  let cookie: string;
  beforeAll(async () => {
    product = await startProduct();
    ({ cookie } = await setUpByApi(product));
  }, 120_000);
  afterAll(() => product.dispose());

  const add = (name: string) =>
    callByApi(product, cookie, 'POST', '/client', { name, locations: [{ name: 'Main office' }] });
  async function names(): Promise<string[]> {
    const answer = await fetch(`${product.url}/api/client/list`, { headers: { cookie } });
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  }

  it('refuses a second server on its data within a second, and names the process that has it', async () => {
    const attempts: Ended[] = [];
    for (let attempt = 0; attempt < 3; attempt++)
      attempts.push(await run({ CAIRN_DATA: product.dataDirectory, CAIRN_PORT: '7999' }));
    for (const { code, output } of attempts) {
      expect(code).toBe(1);
      expect(output.trim()).toBe(
        `Another Cairn server (process ${product.pid()}) is using ${product.dataDirectory}. End it, or set CAIRN_DATA to another directory.`,
      );
    }
    // Best of three, because other tests keep the machine busy.
    expect(Math.min(...attempts.map(({ milliseconds }) => milliseconds))).toBeLessThan(1000);
  });

  it('goes on after a kill -9 of the server: the database it left behind is stopped, and all is there', async () => {
    await add('Before the kill');
    const orphan = postmaster(product.dataDirectory) ?? 0;
    await product.end('SIGKILL');
    expect(isAlive(orphan)).toBe(true);
    await product.start();
    expect(isAlive(orphan)).toBe(false);
    expect(await names()).toContain('Before the kill');
    await add('After the kill');
  });

  it('goes on after a kill -9 of the database, without a new start of the server', async () => {
    const server = product.pid();
    const before = postmaster(product.dataDirectory) ?? 0;
    await add('Before the database died');
    process.kill(before, 'SIGKILL');
    await until(async () => (await fetch(`${product.url}/readyz`)).ok && postmaster(product.dataDirectory) !== before);
    await until(async () => (await names().catch((): string[] => [])).includes('Before the database died'));
    await add('After the database died');
    expect(product.pid()).toBe(server);
  });

  it('answers 503 in plain words while the database is away, never a fault', async () => {
    process.kill(postmaster(product.dataDirectory) ?? 0, 'SIGKILL');
    const statuses = new Set<number>();
    const begun = Date.now();
    // Wait at least this long, and until the database is back, which takes longer on a busy machine.
    const goesOn = () => Date.now() - begun < (statuses.has(200) ? 1500 : 20_000);
    for (; goesOn(); await sleep(5)) {
      const answer = await fetch(`${product.url}/api/client`, {
        method: 'POST',
        headers: {
          cookie,
          origin: product.url,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ name: `During ${Math.random()}`, locations: [{ name: 'Main office' }] }),
      });
      statuses.add(answer.status);
      if (!answer.ok) expect(await answer.json()).toMatchObject({ resultCode: 'FAILURE', errorCode: 'unavailable' });
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
  });

  it('serves the console under a strict policy, its hashed files for a year and compressed', async () => {
    const page = await fetch(product.url);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = /"([^"]+\/main-[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    const file = await fetch(new URL(script, product.url), { headers: { 'accept-encoding': 'br' } });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-encoding')).toBe('br');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('tells Prometheus and the service manager how it is', async () => {
    expect(await (await fetch(`${product.url}/healthz`)).json()).toEqual({ status: 'ok' });
    const read = async () => (await fetch(`${product.url}/metrics`)).text();
    await until(async () => /cairn_database_connections [1-9]/.test(await read()));
    const metrics = await read();
    expect(metrics).toMatch(/cairn_call_seconds_count\{call="addOrganization"\} [1-9]/);
    expect(metrics).toContain('cairn_jobs_total');
    expect(metrics).toContain('process_resident_memory_bytes');
  });

  it('stops cleanly when it is asked to: nothing runs on, and the next start finds nothing to mend', async () => {
    const database = postmaster(product.dataDirectory) ?? 0;
    const stalled = await stallReading(product.url);
    const begun = performance.now();
    await product.end('SIGTERM');
    stalled.destroy();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(isAlive(database)).toBe(false);
    expect(postmaster(product.dataDirectory)).toBeUndefined();
    const said = product.output().length;
    await product.start();
    expect(product.output().slice(said)).not.toMatch(/left behind|unexpectedly/);
    expect(await names()).toContain('After the kill');
  });
});

describe('a product that is started wrongly', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'cairn-wrong-'));
    chmodSync(directory, 0o711);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('names every wrong setting and what it should be, and no secret', async () => {
    const { code, output } = await run({
      CAIRN_DATA: directory,
      CAIRN_PORT: '99999',
      CAIRN_PUBLIC_URL: 'cairn.example.com',
      CAIRN_LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://me:hunter2@db/cairn',
      CAIRN_SETUP_TOKEN: 'tooshort',
      CAIRN_SECRET_KEY: 'not-a-key',
    });
    expect(code).toBe(1);
    expect(output).toContain('CAIRN_PORT is "99999"; it should be a port between 1 and 65535');
    expect(output).toContain('CAIRN_PUBLIC_URL is "cairn.example.com"; it should be the address that people open');
    expect(output).toContain('CAIRN_LOG_LEVEL is "loud"; it should be trace, debug, info');
    expect(output).toContain('DATABASE_URL is "mysql://…@db/cairn"; it should be the address of an outside PostgreSQL');
    expect(output).not.toMatch(/hunter2|tooshort|not-a-key/);
  });

  it('says that its port is taken, and leaves no database behind', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    try {
      const { code, output } = await run({ CAIRN_DATA: directory, CAIRN_PORT: String(port), CAIRN_LOG_LEVEL: 'error' });
      expect(code).toBe(1);
      expect(output.trim()).toBe(
        `Port ${port} on 127.0.0.1 is taken by another program. Set CAIRN_PORT to another one.`,
      );
      expect(postmaster(directory)).toBeUndefined();
    } finally {
      taken.close();
    }
  });

  it('says when the outside database cannot be used, without its password', async () => {
    const { code, output } = await run({
      CAIRN_DATA: directory,
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:9/cairn',
    });
    expect(code).toBe(1);
    expect(output).toContain('The database that DATABASE_URL names cannot be used');
    expect(output).not.toContain('hunter2');
  });

  it('that is stopped in the middle of its start leaves no database behind', async () => {
    const fresh = mkdtempSync(join(directory, 'fresh-'));
    const { code } = await run({ CAIRN_DATA: fresh, CAIRN_PORT: '7998' }, (kill) => {
      void until(() => postmaster(fresh) !== undefined).then(() => kill('SIGINT'));
    });
    expect(code).toBe(0);
    expect(postmaster(fresh)).toBeUndefined();
  });
});
