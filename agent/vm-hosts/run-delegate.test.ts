// The delegate's program is fetched from the server once, checked, and run for one request at a time.
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { delegateProgramPath } from '#api/contract/agent.ts';
import type { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { askDelegate } from './run-delegate.ts';

const answer = { code: 'succeeded', message: '', certificate: null, host: null, guests: [] };
const request: HostRequest = {
  type: 'ESXI',
  hostname: 'esxi.example',
  apiPort: 443,
  certificate: '',
  username: 'watcher',
  password: 'hush',
};
/** Says that it is ready, and tells by its message what it was asked and what it sees of the environment. */
const good = `import { text } from 'node:stream/consumers';
console.log('ready');
const asked = JSON.parse(await text(process.stdin));
const message = [asked.password, Object.keys(process.env).sort().join(' '), process.argv.length].join('|');
console.log(JSON.stringify({ ...${JSON.stringify(answer)}, message }));`;

let folder: string;
let server: Server;
let program: string;
let etag: string | undefined;
let asked: { path: string | undefined; known: string | undefined; status: number }[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-delegate-'));
  program = good;
  etag = undefined;
  asked = [];
  server = createServer((request, reply) => {
    const tag = etag ?? `"${createHash('sha256').update(program).digest('hex')}"`;
    const known = request.headers['if-none-match'];
    const status = known === tag ? 304 : 200;
    asked.push({ path: request.url, known, status });
    reply.writeHead(status, { etag: tag }).end(status === 200 ? program : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(signal = new AbortController().signal) {
  const stages: string[] = [];
  const { port } = server.address() as AddressInfo;
  const place = { server: new URL(`http://127.0.0.1:${port}`), dataDirectory: folder };
  const reply = await askDelegate(place, request, { signal, stage: (stage) => stages.push(stage) });
  return { reply, stages };
}
const file = () => join(folder, 'delegate/cairn-delegate.mjs');

it('installs the delegate once, and says each stage (F01-07, F01-08, F01-14)', async () => {
  const { reply, stages } = await ask();
  expect(stages).toEqual(['checking', 'downloading', 'installing', 'installed', 'starting', 'testing']);
  expect(reply).toMatchObject({ code: 'succeeded', message: 'hush|PATH|2' });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect((await ask()).stages).toEqual(['checking', 'starting', 'testing']);
  expect(asked.map(({ path, status }) => [path, status])).toEqual([
    [delegateProgramPath, 200],
    [delegateProgramPath, 304],
  ]);
});

it('replaces a program that is damaged, or another one than the server’s', async () => {
  await ask();
  writeFileSync(file(), 'damaged');
  expect((await ask()).reply.code).toBe('succeeded');
  program = `${good}\n// newer`;
  expect((await ask()).reply.code).toBe('succeeded');
  expect(readFileSync(file(), 'utf8')).toBe(program);
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('runs nothing that was damaged on the way (F01-43)', async () => {
  etag = `"${'0'.repeat(64)}"`;
  const { reply, stages } = await ask();
  expect(reply).toMatchObject({ code: 'failed_to_download', message: 'The program is damaged' });
  expect(stages).toEqual(['checking', 'downloading']);
});

it('says that the server has no such program (F01-43)', async () => {
  server.removeAllListeners('request');
  server.on('request', (_request, reply) => reply.writeHead(404).end());
  expect((await ask()).reply).toMatchObject({ code: 'failed_to_download' });
});

it('says that it cannot be installed (F01-42)', async () => {
  // A file where its folder belongs.
  writeFileSync(join(folder, 'delegate'), '');
  chmodSync(join(folder, 'delegate'), 0o400);
  expect((await ask()).reply).toMatchObject({ code: 'failed_to_install' });
});

it.each([
  ['ends at once', 'process.exit(1)'],
  ['says something else', "console.log('hello'); setInterval(() => {}, 1000)"],
])('says that a program which %s did not start (F01-44)', async (_, text) => {
  program = text;
  expect((await ask()).reply).toMatchObject({ code: 'failed_to_start_service' });
});

it.each([
  ['ends without an answer', "console.log('ready')"],
  ['answers something else', 'console.log(\'ready\'); console.log(\'{"code":"fine"}\')'],
])('says that a delegate which %s failed', async (_, text) => {
  program = text;
  expect((await ask()).reply).toMatchObject({ code: 'vm_host_test_delegate_error' });
});

it('ends a delegate that prints without end', async () => {
  program = `console.log('ready');
const print = () => process.stdout.write('x'.repeat(65536), print);
print();`;
  expect((await ask()).reply).toMatchObject({ code: 'vm_host_test_delegate_error' });
});

it('ends its process when it is stopped', async () => {
  program = `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid));
console.log('ready');
setInterval(() => {}, 1000);`;
  const stopping = new AbortController();
  const place = {
    server: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    dataDirectory: folder,
  };
  const asking = askDelegate(place, request, {
    signal: stopping.signal,
    stage: (stage) => stage === 'testing' && stopping.abort(new Error('stopped')),
  });
  await expect(asking).rejects.toThrow('stopped');
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
