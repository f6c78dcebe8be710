import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPoller, pollDevice } from '#agent/polling/poll-devices.ts';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { snmpd, startSnmpd, v2c } from './snmp-peer.ts';

const address = '127.0.7.1';
const wrong: SnmpCredential = { credentialType: 'SNMP_V2C', community: 'another' };
/** There is no way there: nothing is sent, and nothing answers. */
const silent = 'fe80::1';
const { signal } = new AbortController();

const target = (nodeId: number, at: string, credential: number | null = null) => ({ nodeId, address: at, credential });

describe('a poll', () => {
  it('answers for each device, with its round trip and its lost pings, and for a silent one that nothing came', async () => {
    const { results } = await createPoller(signal)({
      targets: [target(1, '127.0.7.2'), target(2, silent)],
      credentials: [],
    });
    expect(results.toSorted((a, b) => a.nodeId - b.nodeId)).toEqual([
      { nodeId: 1, answered: 'ping', pingMS: expect.any(Number), received: 3, upSeconds: null },
      { nodeId: 2, answered: null, pingMS: null, received: 0, upSeconds: null },
    ]);
  });

  it('polls one request at a time, and the next one afterwards', async () => {
    const poll = createPoller(signal);
    const request = { targets: [target(1, '127.0.7.2')], credentials: [] };
    const first = poll(request);
    await expect(poll(request)).rejects.toThrow('This device is polling already');
    await first;
    await expect(poll(request)).resolves.toHaveProperty('results');
  });

  it('ends when the agent stops', async () => {
    const stopping = new AbortController();
    const work = createPoller(stopping.signal)({ targets: [target(1, silent)], credentials: [] });
    stopping.abort(new Error('the agent stops'));
    await expect(work).rejects.toThrow('the agent stops');
  });
});

describe.skipIf(snmpd === undefined)('a poll against snmpd (Debian: snmpd)', () => {
  let peer: Awaited<ReturnType<typeof startSnmpd>>;
  beforeAll(async () => {
    peer = await startSnmpd({ address, at: 161 });
  });
  afterAll(() => peer?.stop());

  it('reads the time since its start with the credential of the device, and nothing with another', async () => {
    const { results } = await createPoller(signal)({
      targets: [target(1, address, 0), target(2, address, 1), target(3, address)],
      credentials: [v2c, wrong],
    });
    const upSeconds = (id: number) => results.find(({ nodeId }) => nodeId === id)?.upSeconds;
    expect(upSeconds(1)).toBeGreaterThanOrEqual(0);
    expect(upSeconds(1)).toBeLessThan(60);
    expect([upSeconds(2), upSeconds(3)]).toEqual([null, null]);
  });
});

it('finds a device that answers neither ping nor SNMP by a TCP connection', async () => {
  const polled = () => pollDevice('127.0.7.3', [], undefined, signal);
  expect(await polled()).toMatchObject({ answered: null });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(3389, '127.0.7.3', resolve));
  expect(await polled()).toEqual({ answered: 'tcp', pingMS: null, received: 0, upSeconds: null });
  await new Promise((resolve) => server.close(resolve));
});
