// The delegate against a simulator of the vSphere Web Services API that others wrote, where `vcsim` is on the PATH.
import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { freePort, programOf } from '#tests/peers/peer.ts';
import { handleRequest } from './handle-request.ts';

const vcsim = programOf('vcsim');
let running: ChildProcess | undefined;
afterEach(() => void running?.kill('SIGKILL'));

/** Starts the simulator and returns a request to it, once it presents its certificate. */
async function start(...args: string[]): Promise<HostRequest> {
  const apiPort = await freePort();
  const login = { username: 'root', password: 'a <secret> & more' };
  running = spawn(
    vcsim ?? '',
    [...args, '-l', `127.0.0.1:${apiPort}`, '-username', login.username, '-password', login.password],
    { stdio: 'ignore' },
  );
  const request = { type: 'ESXI', hostname: '127.0.0.1', apiPort, certificate: '', ...login } as const;
  return vi.waitFor(
    async () => {
      const { code, certificate } = await handleRequest(request);
      if (code !== 'certificate_unknown' || certificate === null) throw new Error(`vcsim answers ${code}`);
      return { ...request, certificate: certificate.fingerprint };
    },
    { timeout: 20_000, interval: 200 },
  );
}

describe.skipIf(vcsim === undefined)('an ESXi host of vcsim (needs vcsim on the PATH)', { timeout: 40_000 }, () => {
  it('is read with its guests, page by page', async () => {
    const { code, host, guests } = await handleRequest(await start('-esx', '-vm', '230'));
    expect(code).toBe('succeeded');
    expect(host).toMatchObject({ product: expect.stringMatching(/^VMware ESXi /), cpuCores: expect.any(Number) });
    expect(guests).toHaveLength(230);
    expect(new Set(guests.map(({ externalId }) => externalId)).size).toBe(230);
    expect(guests[0]).toMatchObject({ power: 'on', cpus: 1, memoryMB: 32 });
  });

  it('refuses a wrong password', async () => {
    const request = await start('-esx');
    expect(await handleRequest({ ...request, password: 'wrong' })).toMatchObject({ code: 'invalid_credentials' });
  });

  it('is told from a vCenter Server', async () => {
    expect(await handleRequest(await start())).toMatchObject({
      code: 'vm_host_test_delegate_error_with_message',
      message: 'This is a vCenter Server. Enter the address of an ESXi host.',
    });
  });
});
