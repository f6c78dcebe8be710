import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { agentPace, temporaryDirectory } from '#tests/server/agent-rig.ts';
import { startTestServer } from '#tests/server/harness.ts';
import { createLog } from '../log.ts';
import { superviseLocalAgent } from './local-agent.ts';

describe('the agent of this computer', () => {
  it('waits until an administrator chooses its place, then becomes a device there (A13)', async () => {
    const server = await startTestServer({ settings: { agentPace, agent: true } });
    const admin = await server.signInAsAdmin();
    const added = await admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }, { name: 'Other' }] });
    const { id: clientId, locations } = added.body.client as never as { id: number; locations: { id: number }[] };
    const waiting = await vi.waitFor(
      async () => {
        const { body } = await admin.get('/device/server');
        expect(body).toEqual([{ id: expect.any(Number), hostName: hostname() }]);
        return Number(body[0]?.['id']);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect((await admin.get('/device')).body).toMatchObject({ total: 0 });
    await admin.post(`/device/server/${waiting}`, { clientId, locationId: locations[0]?.id });
    const shown = {
      name: hostname(),
      clientName: 'Contoso',
      locationName: 'Main',
      status: { state: 'online', at: null },
    };
    await vi.waitFor(
      async () => expect((await admin.get('/device')).body['items']).toEqual([expect.objectContaining(shown)]),
      { timeout: 30_000, interval: 100 },
    );
    await server.close();
  });

  it('is started again with a fresh token when it dies, and not after its server closed', async () => {
    // The agent refuses a token as short as this and ends at once.
    const token = vi.fn<() => Promise<string>>(async () => 'short');
    const agent = superviseLocalAgent({
      root: process.cwd(),
      serverUrl: 'http://127.0.0.1:9',
      dataDirectory: temporaryDirectory(),
      token,
      log: createLog('silent'),
      restart: { first: 10, longest: 20 },
    });
    await vi.waitFor(() => expect(token.mock.calls.length).toBeGreaterThanOrEqual(3), {
      timeout: 50_000,
      interval: 50,
    });
    await agent.close();
    const starts = token.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(token.mock.calls.length).toBe(starts);
  });

  it('gets the certificates that its server trusts, and no secret of its server', async () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'agent'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const file = join(root, 'environment.json');
    writeFileSync(
      join(root, 'agent/main.ts'),
      `import { renameSync, writeFileSync } from 'node:fs';
      writeFileSync('part', JSON.stringify(process.env)); renameSync('part', ${JSON.stringify(file)});`,
    );
    vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/own-authority.pem');
    vi.stubEnv('CAIRN_SECRET_KEY', 'a secret');
    vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none');
    const agent = superviseLocalAgent({
      root,
      serverUrl: 'https://cairn.example.com',
      dataDirectory: root,
      token: async () => 'a token',
      log: createLog('silent'),
    });
    afterTest(() => agent.close());
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000, interval: 50 });
    await agent.close();
    vi.unstubAllEnvs();
    const given = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(given).toMatchObject({
      NODE_EXTRA_CA_CERTS: '/etc/own-authority.pem',
      CAIRN_AGENT_SERVER: 'https://cairn.example.com',
      CAIRN_AGENT_TOKEN: 'a token',
    });
    expect(Object.keys(given)).not.toEqual(expect.arrayContaining(['CAIRN_SECRET_KEY']));
    expect(Object.keys(given)).not.toEqual(expect.arrayContaining(['DATABASE_URL']));
  });

  it('ends by itself when its server is killed', async () => {
    // The channel is all that a killed server leaves; here the test closes it.
    const child = fork('agent/main.ts', {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        CAIRN_AGENT_SERVER: 'http://127.0.0.1:9',
        CAIRN_AGENT_DATA: temporaryDirectory(),
        CAIRN_AGENT_TOKEN: 't'.repeat(43),
        CAIRN_AGENT_SUPERVISED: 'true',
      },
    });
    afterTest(() => child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(child.exitCode).toBeNull();
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
