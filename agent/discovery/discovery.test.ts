import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { networkDiscover } from '../methods/network-discover.ts';
import { nameInReply, openNetbios } from './netbios.ts';
import { osOfGreeting } from './os-of-greeting.ts';
import { findOpenPorts } from './tcp-ports.ts';

const { signal } = new AbortController();
const settings = { pingTimeoutMS: 300, pingPacketTTL: 64, pingsPerNode: 1, delayBetweenPingsMS: 50 };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server at a port of a loopback address of its own. */
async function serve(host: string, port: number, greeting = '', answer = ''): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting !== '') socket.write(greeting);
    if (answer !== '') socket.once('data', () => socket.end(answer));
  });
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

const gather = () => {
  const items: Parameters<Parameters<typeof networkDiscover>[1]['item']>[0][] = [];
  const progress: unknown[] = [];
  return {
    items,
    progress,
    context: {
      signal,
      item: (each: (typeof items)[number]) => void items.push(each),
      progress: (each: unknown) => void progress.push(each),
    },
  };
};

/** A node status reply with these names: text, suffix and flags of each (RFC 1002 §4.2.18). */
function nodeStatus(names: readonly (readonly [string, number, number])[]): Buffer {
  const head = Buffer.alloc(12 + 34 + 10);
  return Buffer.concat([
    head,
    Buffer.from([names.length]),
    ...names.map(([name, suffix, flags]) =>
      Buffer.concat([Buffer.from(name.padEnd(15), 'latin1'), Buffer.from([suffix, flags >> 8, flags & 255])]),
    ),
  ]);
}

describe('network.discover', () => {
  it('reports every address, also the silent one, with its ports and the system that greets (F02-10)', async () => {
    await serve('127.0.3.1', 22, 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n');
    await serve('127.0.3.1', 9100);
    await serve('127.0.3.2', 23);
    const { items, progress, context } = gather();
    // Link-local without an interface: nothing is sent, and nothing answers.
    const addresses = ['127.0.3.1', '127.0.3.2', 'fe80::1'];
    expect(await networkDiscover({ addresses, snmpCredentials: [], ...settings }, context)).toEqual({
      reached: 2,
      unreachable: 1,
    });
    const at = (ip: string) => items.find((item) => item.ip === ip);
    expect(items).toHaveLength(3);
    expect(at('127.0.3.1')).toMatchObject({ ports: [22, 9100], ssh: true, telnet: false, os: 'Debian' });
    expect(at('127.0.3.1')?.pingMS).toBeGreaterThanOrEqual(0);
    expect(at('127.0.3.2')).toMatchObject({ ports: [23], ssh: false, telnet: true, os: '' });
    expect(at('fe80::1')).toMatchObject({ pingMS: null, ports: [], dnsName: '', netbiosName: '' });
    expect(progress).toEqual([0, 1, 2, 3].map((done) => ({ done, total: 3 })));
  });

  it('signs in where telnet is offered, and says what came of it (F02-07)', async () => {
    await serve('127.0.3.11', 23, 'Password: ', 'Access denied');
    await serve('127.0.3.13', 23, 'Password: ', 'router#');
    const { items, context } = gather();
    const telnetSshCredential = { credentialType: 'TELNET_SSH', username: 'admin', password: 'hush' } as const;
    const addresses = ['127.0.3.11', '127.0.3.12', '127.0.3.13'];
    await networkDiscover({ addresses, snmpCredentials: [], telnetSshCredential, ...settings }, context);
    const of = (ip: string) => items.find((item) => item.ip === ip)?.login;
    expect(addresses.map(of)).toEqual(['refused', 'none', 'telnet']);
  });

  it('ends early when it is cancelled', async () => {
    const stopping = new AbortController();
    const addresses = Array.from({ length: 200 }, (_, index) => `fe80::${index + 1}`);
    const { context } = gather();
    const startedAt = performance.now();
    const slow = { ...settings, pingTimeoutMS: 1000, pingsPerNode: 5, delayBetweenPingsMS: 1000 };
    const work = networkDiscover({ addresses, snmpCredentials: [], ...slow }, { ...context, signal: stopping.signal });
    setTimeout(() => stopping.abort(new Error('cancelled')), 200);
    await expect(work).rejects.toThrow('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });
});

describe('an SSH greeting', () => {
  it('is read up to its first line, and only where it is one', async () => {
    await serve('127.0.3.4', 22, `SSH-2.0-ROSSSH\r\n${'x'.repeat(2000)}`);
    expect(await findOpenPorts('127.0.3.4', { answersPing: true, timeoutMs: 300, signal })).toEqual({
      ports: [22],
      sshGreeting: 'SSH-2.0-ROSSSH',
    });
    await serve('127.0.3.5', 22, '220 mail.example ESMTP\r\n');
    expect(await findOpenPorts('127.0.3.5', { answersPing: true, timeoutMs: 300, signal })).toEqual({
      ports: [22],
      sshGreeting: '',
    });
  });

  it('that never ends is cut', async () => {
    await serve('127.0.3.6', 22, `SSH-2.0-${'x'.repeat(5000)}`);
    const { sshGreeting } = await findOpenPorts('127.0.3.6', { answersPing: false, timeoutMs: 300, signal });
    expect(sshGreeting).toHaveLength(255);
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6p1 Ubuntu-3ubuntu13.5', 'Ubuntu'],
    ['SSH-2.0-OpenSSH_for_Windows_8.1', 'Windows'],
    ['SSH-2.0-Cisco-1.25', 'Cisco IOS'],
    ['SSH-2.0-OpenSSH_9.9', ''],
  ])('%s tells the system "%s"', (greeting, system) => expect(osOfGreeting(greeting)).toBe(system));
});

describe('a NetBIOS name', () => {
  it('is the workstation name, and no group', () => {
    const reply = nodeStatus([
      ['WORKGROUP', 0, 0x8400],
      ['FILESERVER', 0x20, 0x0400],
      ['RECEPTION-PC', 0, 0x0400],
    ]);
    expect(nameInReply(reply)).toBe('RECEPTION-PC');
  });

  it.each([
    ['an empty reply', Buffer.alloc(0)],
    ['a reply that promises more names than it has', Buffer.concat([Buffer.alloc(56), Buffer.from([200, 1, 2])])],
    ['a reply without names', nodeStatus([])],
  ])('is empty for %s', (_what, reply) => expect(nameInReply(reply)).toBe(''));

  it('is that of the computer whose reply it is', async () => {
    const first = createSocket('udp4');
    await new Promise<void>((resolve) => first.bind(0, '127.0.3.21', resolve));
    const { port } = first.address() as AddressInfo;
    const second = createSocket('udp4');
    await new Promise<void>((resolve) => second.bind(port, '127.0.3.22', resolve));
    // The first replies once the second has.
    first.once('message', (_request, from) =>
      second.once('message', () => {
        second.send(nodeStatus([['SECOND', 0, 0x0400]]), from.port, from.address);
        setTimeout(() => first.send(nodeStatus([['FIRST', 0, 0x0400]]), from.port, from.address), 20);
      }),
    );
    const netbios = openNetbios({ timeoutMs: 30_000, port });
    const ofFirst = netbios.nameOf('127.0.3.21');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await Promise.all([ofFirst, netbios.nameOf('127.0.3.22')])).toEqual(['FIRST', 'SECOND']);
    netbios.close();
    first.close();
    second.close();
  });

  it('is asked for by a node status request, and waited for no longer than the time-out', async () => {
    const responder = createSocket('udp4');
    await new Promise<void>((resolve) => responder.bind(0, '127.0.0.1', resolve));
    const { port } = responder.address() as AddressInfo;
    responder.once('message', (request, from) => {
      expect(request.subarray(13, 45).toString('latin1')).toBe(`CK${'A'.repeat(30)}`);
      expect(request.readUInt16BE(46)).toBe(0x21);
      responder.send(nodeStatus([['PRINTER-1', 0, 0x0400]]), from.port, from.address);
    });
    const patient = openNetbios({ timeoutMs: 30_000, port });
    expect(await patient.nameOf('127.0.0.1')).toBe('PRINTER-1');
    const late = patient.nameOf('127.0.0.1');
    patient.close();
    expect([await late, await patient.nameOf('127.0.0.1')]).toEqual(['', '']);
    const hasty = openNetbios({ timeoutMs: 100, port });
    expect(await hasty.nameOf('127.0.0.1')).toBe('');
    hasty.close();
    responder.close();
  });
});
