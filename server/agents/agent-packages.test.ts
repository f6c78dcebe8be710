import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterFile, afterTest } from '#tests/clean-up.ts';
import { temporaryDirectory, until } from '#tests/server/agent-rig.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import { readSettings } from '../settings.ts';
import { mostDownloads, serveAgentPackages } from './agent-packages.ts';

describe('the Debian packages of the agent', () => {
  let server: TestServer;
  let admin: Awaited<ReturnType<TestServer['signInAsAdmin']>>;
  let folder: string;
  let place: { clientId: number; locationId: number };
  const { root, version } = readSettings({});
  beforeAll(async () => {
    const ownRoot = temporaryDirectory(afterFile);
    for (const name of ['schemas', 'server']) symlinkSync(join(root, name), join(ownRoot, name));
    folder = join(ownRoot, 'dist/packages');
    mkdirSync(folder, { recursive: true });
    server = await startTestServer({ settings: { root: ownRoot } });
    admin = await server.signInAsAdmin();
    const { body } = await admin.post('/client', { name: 'Tulip', locations: [{ name: 'Delft' }] });
    place = {
      clientId: Number(body['client']?.['id']),
      locationId: Number(body['client']?.['locations']?.[0]?.['id']),
    };
  });

  const file = (architecture: string, of = version) => join(folder, `cairn-agent_${of}_${architecture}.deb`);
  const url = (architecture: string) => `${server.url}/agent/cairn-agent_${architecture}.deb`;
  const offered = async () => (await admin.post('/device/enrollment', place)).body['packages'];

  it('are offered once they are built, and only those of this version', async () => {
    writeFileSync(file('arm64', '0.0.1'), 'an older one');
    expect(await offered()).toEqual([]);
    expect((await fetch(url('arm64'))).status).toBe(404);
    writeFileSync(file('amd64'), 'a package');
    const { publicUrl } = server.services.settings;
    expect(await offered()).toEqual([
      { architecture: 'amd64', packageUrl: `${publicUrl}/agent/cairn-agent_amd64.deb` },
    ]);
  });

  it('are downloaded without a session, and not again while they are the same', async () => {
    writeFileSync(file('amd64'), 'a package');
    const first = await fetch(url('amd64'));
    expect([first.status, first.headers.get('content-length'), await first.text()]).toEqual([200, '9', 'a package']);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${createHash('sha256').update('a package').digest('hex')}"`);
    const headers = { 'if-none-match': etag };
    expect((await fetch(url('amd64'), { headers })).status).toBe(304);
    writeFileSync(file('amd64'), 'another package');
    const second = await fetch(url('amd64'), { headers });
    expect([second.status, await second.text()]).toEqual([200, 'another package']);
  });

  it('are there as programs, for the installation over SSH', async () => {
    writeFileSync(join(folder, `cairn-agent_${version}_linux_x64`), 'a program');
    expect(await (await fetch(`${server.url}/agent/cairn-agent_linux_x64`)).text()).toBe('a program');
    expect((await fetch(`${server.url}/agent/cairn-agent_linux_arm64`)).status).toBe(404);
  });

  it('leave nothing else of their folder to be downloaded', async () => {
    writeFileSync(join(folder, 'secret.deb'), 'secret');
    for (const path of ['secret', `${version}_amd64`, '..%2fsecret', 'amd64.deb%00'])
      expect([path, (await fetch(url(path))).status]).toEqual([path, 404]);
  });

  it('are refused for now while too many computers download', async () => {
    // More than the buffers of a connection take, so that each download waits for its reader.
    writeFileSync(file('amd64'), Buffer.alloc(20_000_000));
    const waiting: IncomingMessage[] = [];
    afterTest(() => waiting.forEach((reply) => reply.destroy()));
    const download = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(url('amd64'), { agent: false }, resolve).once('error', reject);
      });
    for (let number = 0; number < mostDownloads; number += 1) waiting.push(await download());
    const refused = await fetch(url('amd64'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    waiting.pop()?.destroy();
    await until(async () => {
      const again = await download();
      again.destroy();
      expect(again.statusCode).toBe(200);
    });
  });

  it('are cut off when a download takes too long', async () => {
    const app = fastify();
    afterTest(() => app.close());
    serveAgentPackages(app, { root: join(folder, '../..'), version }, 300);
    const own = await app.listen({ host: '127.0.0.1', port: 0 });
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${own}/agent/cairn-agent_amd64.deb`, { agent: false }, resolve).once('error', reject);
    });
    // Nobody reads until the server has ended it.
    await new Promise((resolve) => setTimeout(resolve, 600));
    const ended = new Promise<string>((resolve) => {
      reply.once('error', () => resolve('cut off'));
      reply.once('end', () => resolve('whole'));
    });
    reply.resume();
    expect(await ended).toBe('cut off');
  });
});
