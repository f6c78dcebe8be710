// Starts the built product on its own data directory.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverArguments } from '../../scripts/prepare.mjs';
import { freePort } from '../peers/peer.ts';
import { temporaryPostgres } from '../server/temporary-postgres.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const setupToken = 'test-setup-token-0123456789';

export interface Product {
  url: string;
  dataDirectory: string;
  /** Its output so far. */
  output(): string;
  pid(): number;
  /** Ends the process with `signal` and waits for it. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts it on the same data and port; returns the milliseconds until `/readyz` succeeds. */
  start(): Promise<number>;
  /** Ends it and deletes its data. */
  dispose(): Promise<void>;
}

/** Until this process, and not another program on its port, is ready; returns the milliseconds from `begun`. */
async function ready(url: string, process: ChildProcess, begun: number, output: () => string): Promise<number> {
  const until = Date.now() + 60_000;
  let answered: number | undefined;
  while (Date.now() < until) {
    if (process.exitCode !== null) {
      // Its last words may come after its end.
      await new Promise((resolve) => setTimeout(resolve, 100));
      throw new Error(`the server ended with ${process.exitCode}:\n${output()}`);
    }
    if (answered === undefined && (await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
      answered = performance.now() - begun;
    if (answered !== undefined && output().includes('Cairn is ready')) return answered;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`the server was not ready after 60 s:\n${output()}`);
}

/** Set by the project `browser` of vitest. A PostgreSQL of its own takes longer to begin than the product does on a copied database. */
const copiesDatabase = process.env['CAIRN_TEST_COPY_DATABASE'] === 'true';

/** `from`: the folder whose `dist` is started. */
export async function startProduct(environment: Record<string, string> = {}, from = root): Promise<Product> {
  if (!copiesDatabase || environment['DATABASE_URL'] !== undefined) return startAsUsersDo(environment, from);
  const postgres = await temporaryPostgres();
  return startAsUsersDo(environment, from, { url: await postgres.createDatabase(), drop: postgres.dispose });
}

/** With a PostgreSQL of its own, unless it is given a database. A later change of `environment` counts from the next start. */
export async function startAsUsersDo(
  environment: Record<string, string> = {},
  from = root,
  database?: { url: string; drop(): Promise<void> },
): Promise<Product> {
  let port = await freePort();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  let text = '';
  let child: ChildProcess | undefined;
  const running = (): ChildProcess => {
    if (!child) throw new Error('the product is not running');
    return child;
  };

  const product: Product = {
    url: `http://127.0.0.1:${port}`,
    dataDirectory,
    output: () => text,
    pid: () => running().pid ?? 0,
    async start() {
      const begun = performance.now();
      const before = text.length;
      const started = spawn(process.execPath, serverArguments, {
        cwd: from,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          CAIRN_PORT: String(port),
          CAIRN_DATA: dataDirectory,
          CAIRN_SETUP_TOKEN: setupToken,
          CAIRN_LOG_LEVEL: 'warn',
          CAIRN_GALLERY: 'true',
          CAIRN_AGENT: 'off',
          CAIRN_STUDIO_PAGE: 'off',
          ...(database && { DATABASE_URL: database.url }),
          ...environment,
        },
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
      return ready(`http://127.0.0.1:${port}`, started, begun, () => text.slice(before));
    },
    async end(signal = 'SIGTERM') {
      const ending = running();
      if (ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      ending.kill(signal);
      await ended;
    },
    async dispose() {
      await product.end();
      rmSync(dataDirectory, { recursive: true, force: true });
      await database?.drop();
    },
  };
  try {
    await product.start();
  } catch (error) {
    if (!text.includes(`Port ${port} on 127.0.0.1 is taken`)) throw error;
    // Another program has taken it between the look and the start.
    port = await freePort();
    product.url = `http://127.0.0.1:${port}`;
    await product.start();
  }
  return product;
}
