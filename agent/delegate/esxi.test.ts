// The delegate reads an ESXi host and its guests, and returns the reason when it cannot.
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mostGuestBytes, type HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { fingerprint, login, startEsxi, type EsxiPeer, type Guest } from '#tests/peers/vsphere-peer.ts';
import { handleRequest } from './handle-request.ts';

let esxi: EsxiPeer;
beforeEach(async () => {
  esxi = await startEsxi();
});
afterEach(() => esxi.stop());

const ask = (more: Partial<HostRequest> = {}) =>
  handleRequest({
    type: 'ESXI',
    hostname: '127.0.0.1',
    apiPort: esxi.port,
    certificate: fingerprint,
    ...login,
    ...more,
  });
const guest = (id: string, more: Partial<Guest> = {}): Guest => ({ id, name: `vm-${id}`, power: 'poweredOn', ...more });

it('reads the host and its guests, and leaves no session behind', async () => {
  esxi.state.guests = [
    guest('2', { name: 'web', address: '192.0.2.20' }),
    guest('1', { name: 'db', power: 'suspended' }),
    guest('3', { name: 'image', template: true }),
  ];
  const { code, host, guests } = await ask();
  expect(code).toBe('succeeded');
  expect(host).toEqual({
    name: 'esxi-1.example',
    product: 'VMware ESXi 8.0.3 build-24022510',
    version: '8.0.3',
    build: '24022510',
    vendor: 'Dell Inc.',
    model: 'PowerEdge R750',
    uuid: '4c4c4544-0042-3510-8056-c2c04f4e3533',
    cpuModel: 'Intel(R) Xeon(R) Gold 6330 CPU @ 2.00GHz',
    cpuSockets: 2,
    cpuCores: 56,
    cpuMHz: 111_720,
    memoryMB: 523_941,
    cpuUsedMHz: 20_950,
    memoryUsedMB: 310_000,
    upSeconds: 864_000,
  });
  const told = { os: 'Debian GNU/Linux 12 (64-bit)', cpus: 4, memoryMB: 8192, storageMB: 40_960 };
  expect(guests).toEqual([
    { ...told, externalId: '1', name: 'db', power: 'suspended', hostName: '', address: '', tools: false },
    {
      ...told,
      externalId: '2',
      name: 'web',
      power: 'on',
      hostName: 'web.example',
      address: '192.0.2.20',
      tools: true,
    },
  ]);
  expect(esxi.calls.at(-1)).toBe('Logout');
  expect(esxi.sessions.size).toBe(0);
});

it('reads guests page by page', async () => {
  esxi.state.guests = Array.from({ length: 230 }, (_, index) => guest(String(index)));
  const { guests } = await ask();
  expect(guests).toHaveLength(230);
  expect(esxi.calls.filter((call) => call === 'ContinueRetrievePropertiesEx')).toHaveLength(2);
});

it('returns no more guests than one message may hold', async () => {
  const name = 'x'.repeat(80);
  esxi.state.guests = Array.from({ length: 900 }, (_, index) => guest(String(index), { name: `${name}${index}` }));
  const { code, guests } = await ask();
  expect(code).toBe('succeeded');
  expect(guests.length).toBeGreaterThan(300);
  expect(guests.length).toBeLessThanOrEqual(500);
  expect(Buffer.byteLength(JSON.stringify(guests))).toBeLessThanOrEqual(mostGuestBytes + 2);
});

it('says that the login is wrong (F01-40), and sends it nowhere else', async () => {
  expect(await ask({ password: 'wrong' })).toMatchObject({ code: 'invalid_credentials', host: null, guests: [] });
  expect(esxi.calls).toEqual(['RetrieveServiceContent', 'Login']);
});

it.each([
  ['that nobody trusts yet', ''],
  ['that is another one than it was', 'AA:'.repeat(31) + 'AA'],
])('sends nothing to a host with a certificate %s, and shows it', async (_, certificate) => {
  expect(await ask({ certificate })).toEqual({
    code: 'certificate_unknown',
    message: '',
    certificate: {
      subject: 'CN=localhost',
      issuer: 'CN=localhost',
      validTo: expect.stringMatching(/2126/),
      fingerprint,
      isKnown: false,
    },
    host: null,
    guests: [],
  });
  expect(esxi.calls).toEqual([]);
});

it('says that nothing listens (F01-38)', async () => {
  const { port } = esxi;
  await esxi.stop();
  expect(await ask({ apiPort: port })).toMatchObject({ code: 'esxi_unknown', message: expect.stringMatching(/ECONN/) });
});

it('says that the host does not answer (F01-37)', async () => {
  // It accepts connections and speaks no TLS.
  const server = createServer();
  const connected = new Promise((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asking = ask({ apiPort: port });
    await connected;
    vi.advanceTimersByTime(10_000);
    expect(await asking).toMatchObject({ code: 'esxi_init_timeout' });
  } finally {
    vi.useRealTimers();
    server.close();
  }
});

it('says that a vCenter Server is no host, in words', async () => {
  esxi.state.apiType = 'VirtualCenter';
  expect(await ask()).toMatchObject({
    code: 'vm_host_test_delegate_error_with_message',
    message: 'This is a vCenter Server. Enter the address of an ESXi host.',
  });
  expect(esxi.calls).not.toContain('Login');
});

it.each([
  ['a page', '<html><body>It works</body></html>'],
  ['no XML', '{"ok":true}'],
])('refuses a response that is %s', async (_, body) => {
  esxi.state.instead = { status: 200, body };
  expect(await ask()).toMatchObject({ code: 'esxi_unknown' });
});

it('refuses a response that declares entities', async () => {
  const body = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>';
  esxi.state.instead = { status: 200, body };
  expect(await ask()).toMatchObject({ code: 'esxi_unknown', message: 'The response declares entities' });
});

it('refuses another status', async () => {
  esxi.state.instead = { status: 302, body: '' };
  expect(await ask()).toMatchObject({ code: 'esxi_unknown', message: 'The host answered with status 302' });
});
