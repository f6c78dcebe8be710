import { fork } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { afterwards, agentPace, temporaryDirectory } from '#tests/server/agent-rig.ts';
import { startTestServer } from '#tests/server/harness.ts';
import { createLog } from '../log.ts';
import { superviseLocalAgent } from './local-agent.ts';

describe('the agent of this computer', { timeout: 60_000 }, () => {
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
    afterwards(() => child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(child.exitCode).toBeNull();
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
