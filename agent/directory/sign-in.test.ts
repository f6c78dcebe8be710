import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { elsewhereCertificate } from '#tests/fixtures/certificates.ts';
import { startDirectory, type DirectoryOptions } from '#tests/peers/directory-peer.ts';
import { corp, directoryAdmin, directoryPassword } from '#tests/peers/directory-tree.ts';
import { readDirectoryFacts } from './facts.ts';
import { inSession } from './session.ts';
import { createDirectorySignIn } from './sign-in.ts';

const admin = { username: directoryAdmin, password: directoryPassword, allowPlain: false };
const idle = new AbortController().signal;

afterEach(() => vi.useRealTimers());

async function start(options?: DirectoryOptions) {
  const directory = await startDirectory(options);
  afterTest(() => directory.stop());
  return directory;
}

function signIn(url: string, login: Partial<typeof admin> = {}, signal = idle) {
  const handler = createDirectorySignIn({ directory: new URL(url) });
  return handler({ ...admin, ...login }, { signal, item: () => {}, progress: () => {} } as never);
}

/** Signs in at a host of this name, whose connections end at a port of loopback. */
function signInAt(url: string, port: number, more: { allowPlain?: boolean; authorities?: string } = {}) {
  const { allowPlain = false, ...place } = more;
  const toLoopback = () => connect(port, '127.0.0.1');
  return inSession({ url: new URL(url), signal: idle, connect: toLoopback, ...place }, { ...admin, allowPlain });
}

/** A server that answers every chunk with these bytes, or is silent. */
async function serveBytes(answer?: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).on('data', () => answer?.(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ldap://127.0.0.1:${port}`, port, sockets };
}

const startTlsGranted = Buffer.from('300c02010178070a010004000400', 'hex');

describe('directory.signIn', () => {
  it.each([directoryAdmin, 'CORP\\administrator', `CN=Administrator,CN=Users,${corp}`])(
    'signs in as %s, encrypted (F04-39, F04-50)',
    async (username) => {
      const directory = await start();
      expect(await signIn(directory.url, { username })).toEqual({ code: 'succeeded', message: '' });
      expect(directory.binds).toEqual([{ name: username, password: directoryPassword, encrypted: true }]);
      await vi.waitFor(() => expect(directory.open()).toBe(0));
    },
  );

  it('signs in over ldaps', async () => {
    const directory = await start({ ldaps: true });
    expect((await signIn(directory.url)).code).toBe('succeeded');
    expect(directory.binds).toMatchObject([{ encrypted: true }]);
  });

  it.each([
    ['52e', 'incorrect_username_or_password', ''],
    ['530', 'access_denied', 'The account may not sign in at this time'],
    ['531', 'access_denied', 'The account may not sign in from this computer'],
    ['532', 'incorrect_username_or_password', 'The password has expired'],
    ['533', 'incorrect_username_or_password', 'The account is disabled'],
    ['701', 'incorrect_username_or_password', 'The account has expired'],
    ['773', 'incorrect_username_or_password', 'The password must be changed before the next sign-in'],
    ['775', 'incorrect_username_or_password', 'The account is locked'],
  ])('reports "data %s" of Active Directory as %s "%s" (F04-47, F04-48)', async (refusal, code, message) => {
    const users = [{ names: [directoryAdmin], password: directoryPassword, refusal }];
    const directory = await start({ users });
    expect(await signIn(directory.url)).toEqual({ code, message });
  });

  it.each([{ password: 'wrong' }, { username: 'nobody@corp.test' }])('refuses %o (F04-48)', async (login) => {
    const directory = await start();
    expect(await signIn(directory.url, login)).toEqual({ code: 'incorrect_username_or_password', message: '' });
  });

  it.each([{ password: '' }, { username: '' }])(
    'does not try %o, which a directory would accept as anonymous (F04-48)',
    async (login) => {
      const directory = await start();
      expect((await signIn(directory.url, login)).code).toBe('incorrect_username_or_password');
      expect(directory.binds).toEqual([]);
    },
  );

  it('takes a user name that is a SASL mechanism as a name', async () => {
    const directory = await start();
    await signIn(directory.url, { username: 'PLAIN' });
    expect(directory.binds).toMatchObject([{ name: 'PLAIN', password: directoryPassword }]);
  });

  it('sends no password without TLS to another computer, unless that is allowed', async () => {
    const directory = await start({ startTls: false });
    expect((await signInAt('ldap://dc1.corp.test', directory.port)).code).toBe('encryption_refused');
    expect(directory.binds).toEqual([]);
    await vi.waitFor(() => expect(directory.open()).toBe(0));
    expect((await signInAt('ldap://dc1.corp.test', directory.port, { allowPlain: true })).code).toBe('succeeded');
    expect(directory.binds).toMatchObject([{ encrypted: false }]);
  });

  it('signs in without TLS on loopback when the directory offers none', async () => {
    const directory = await start({ startTls: false });
    expect((await signIn(directory.url)).code).toBe('succeeded');
  });

  it('reports a directory that accepts no password without TLS', async () => {
    const directory = await start({ startTls: false, needsTls: true });
    expect((await signIn(directory.url)).code).toBe('encryption_refused');
  });

  it.each([
    ['ldap://dc1.corp.test', { ldaps: false }, undefined],
    ['ldaps://dc1.corp.test', { ldaps: true }, undefined],
    // Signed by a known authority, for another name.
    ['ldaps://dc1.corp.test', { ldaps: true, certificate: elsewhereCertificate }, elsewhereCertificate.cert],
  ])('sends nothing to %s when its certificate is not trusted', async (url, options, authorities) => {
    const directory = await start(options);
    // Plain text that is allowed does not allow a wrong certificate.
    const place = { allowPlain: true, ...(authorities !== undefined && { authorities }) };
    expect((await signInAt(url, directory.port, place)).code).toBe('certificate_untrusted');
    expect(directory.binds).toEqual([]);
    await vi.waitFor(() => expect(directory.open()).toBe(0));
  });

  it.each(['ldap', 'ldaps'])(
    'signs in at another computer whose certificate is trusted for its name (%s)',
    async (scheme) => {
      const directory = await start({ ldaps: scheme === 'ldaps', certificate: elsewhereCertificate });
      const place = { authorities: elsewhereCertificate.cert };
      const answer = await signInAt(`${scheme}://elsewhere.example`, directory.port, place);
      expect(answer).toEqual({ code: 'succeeded', message: '' });
    },
  );

  it('reports a port that nobody listens on', async () => {
    const directory = await start();
    await directory.stop();
    const answer = await signIn(directory.url);
    expect(answer).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') });
  });

  it('gives up a directory that is silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { url, sockets } = await serveBytes();
    const answer = signIn(url);
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await answer).toEqual({ code: 'unreachable', message: 'The directory does not answer' });
    vi.useRealTimers();
    await vi.waitFor(() => expect(sockets.every(({ closed }) => closed)).toBe(true));
  });

  it('ends the connection when the command is cancelled', async () => {
    const { url, sockets } = await serveBytes();
    const cancelled = new AbortController();
    const answer = signIn(url, {}, cancelled.signal);
    await vi.waitFor(() => expect(sockets).toHaveLength(1));
    cancelled.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
    await vi.waitFor(() => expect(sockets[0]?.closed).toBe(true));
    await expect(signIn(url, {}, cancelled.signal)).rejects.toThrow('cancelled');
    expect(sockets).toHaveLength(1);
  });

  it('does not reconnect when the directory grants StartTLS and closes', async () => {
    const { url, sockets } = await serveBytes((socket) => socket.end(startTlsGranted));
    expect((await signIn(url)).code).toBe('unreachable');
    expect(sockets).toHaveLength(1);
  });

  it.each([
    ['is no LDAP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['has an entry that is cut off inside', Buffer.from('300f020101640a04016130053000048400', 'hex')],
    ['has an indefinite length', Buffer.from('3080020101', 'hex')],
    ['announces 2 GB', Buffer.from('30847fffffff020101', 'hex')],
    ['has an empty message', Buffer.from('3000', 'hex')],
    ['continues in plain text after StartTLS', Buffer.concat([startTlsGranted, Buffer.from('3084', 'hex')])],
  ])('ends with "failed" when the answer %s', async (_, bytes) => {
    const { url, sockets } = await serveBytes((socket) => socket.write(bytes));
    expect((await signIn(url)).code).toBe('failed');
    await vi.waitFor(() => expect(sockets.every(({ closed }) => closed)).toBe(true));
  });

  it('survives thousands of messages in one chunk', async () => {
    const flood = Buffer.concat(Array.from({ length: 50_000 }, () => Buffer.from('3009020101640404003000', 'hex')));
    const { url } = await serveBytes((socket) => socket.end(flood));
    expect((await signIn(url)).code).toBe('unreachable');
  });
});

describe('readDirectoryFacts', () => {
  it('reads the domain without signing in', async () => {
    for (const ldaps of [false, true]) {
      const directory = await start({ ldaps });
      const facts = { domain: 'corp.test', namingContext: corp };
      expect(await readDirectoryFacts(new URL(directory.url))).toEqual(facts);
      expect(directory.binds).toEqual([]);
    }
  });

  it.each(['', 'o=example'])('is null for a directory of "%s", which is no domain', async (root) => {
    expect(await readDirectoryFacts(new URL((await start({ root })).url))).toBeNull();
  });

  it('is null when nothing answers within 2 s', async () => {
    const { url } = await serveBytes();
    const begin = performance.now();
    expect(await readDirectoryFacts(new URL(url))).toBeNull();
    expect(performance.now() - begin).toBeLessThan(4000);
    expect(await readDirectoryFacts(new URL('ldap://127.0.0.1:1'))).toBeNull();
  });
});
