// One PostgreSQL for a run of vitest. It starts when the first test file asks for it, so that a run of unit tests starts none.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** vitest calls this once before all test files, and what it returns after them. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  let server: ChildProcess | undefined;
  let address: Promise<string> | undefined;
  const door = createServer((_request, response) => {
    server ??= startServer();
    address ??= firstLine(server);
    address.then(
      (line) => response.end(line),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  process.env['CAIRN_TEST_SHARED_POSTGRES'] = `http://127.0.0.1:${(door.address() as AddressInfo).port}/`;
  return async () => {
    delete process.env['CAIRN_TEST_SHARED_POSTGRES'];
    door.closeAllConnections();
    door.close();
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.stdin?.end();
    await ended;
  };
}

/** In a process of its own, which stops PostgreSQL when its input closes: also when somebody kills vitest. */
function startServer(): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'serve-postgres.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function firstLine({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error('the shared PostgreSQL has no output');
  const errors = text(stderr);
  for await (const line of stdout) return String(line);
  throw new Error(await errors);
}
