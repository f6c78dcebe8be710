import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { loginByTelnet } from './login-by-telnet.ts';
import { tryLogin } from './login.ts';

const host = '127.0.12.1';
const login = { username: 'admin', password: 'correct horse' };
const { signal } = new AbortController();
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A device that does what the test says; returns its port and the lines that it was sent. */
async function device(greet: string, hear: (line: string, socket: Socket) => void) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(greet);
    let rest = '';
    socket.on('data', (bytes) => {
      const parts = (rest + bytes.toString('latin1')).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        hear(line, socket);
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return { port: address !== null && typeof address === 'object' ? address.port : 0, lines };
}

const tried = (port: number, more: object = {}) =>
  loginByTelnet(host, login, { port, connectMs: 2000, signInMs: 400, signal, ...more });

describe('a sign-in by telnet', () => {
  it('asks by the words of the device, and knows the prompt of a shell (F02-07)', async () => {
    const { port, lines } = await device('\u001b[2J\u001b[1mWelcome: mind the gap\r\nUsername: ', (line, socket) =>
      socket.write(line === 'admin' ? 'Password: ' : '\r\ncore-switch> '),
    );
    expect(await tried(port)).toBe('accepted');
    expect(lines).toEqual(['admin', 'correct horse']);
  });

  it('sends no name to a device that asks for a password alone', async () => {
    const { port, lines } = await device('User Access Verification\r\n\r\nPassword: ', (_, socket) =>
      socket.write('Router#'),
    );
    expect(await tried(port)).toBe('accepted');
    expect(lines).toEqual(['correct horse']);
  });

  it.each([
    ['says so', '\r\nLogin incorrect\r\nlogin: '],
    ['asks again', '\r\nPassword: '],
    ['asks for the name again', '\r\nUsername: '],
  ])('is refused where the device %s, and the password was sent once', async (_, answer) => {
    const { port, lines } = await device('login: ', (line, socket) =>
      socket.write(line === 'admin' ? 'Password: ' : answer),
    );
    expect(await tried(port)).toBe('refused');
    expect(lines).toEqual(['admin', 'correct horse']);
  });

  it('is refused where the device hangs up after the password', async () => {
    const { port } = await device(
      'login: ',
      (line, socket) => void (line === 'admin' ? socket.write('Password: ') : socket.end()),
    );
    expect(await tried(port)).toBe('refused');
  });

  it('is undecided where the device never asks, and sends nothing to it', async () => {
    const { port, lines } = await device('HTTP/1.1 400 Bad Request\r\n\r\n', () => undefined);
    expect(await tried(port)).toBe('undecided');
    expect(lines).toEqual([]);
  });

  it('ends with a device that sends without end', async () => {
    const { port } = await device(`${'x'.repeat(100_000)}${'login '.repeat(50_000)}`, () => undefined);
    const startedAt = performance.now();
    expect(await tried(port, { signInMs: 10_000 })).toBe('undecided');
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('is unreachable at a closed port', async () => {
    const { port } = await device('', () => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await tried(port)).toBe('unreachable');
  });

  it('ends at once when it is cancelled', async () => {
    const { port } = await device('', () => undefined);
    const stopping = new AbortController();
    const work = tried(port, { signInMs: 10_000, signal: stopping.signal });
    setTimeout(() => stopping.abort(new Error('cancelled')), 50);
    await expect(work).rejects.toThrow('cancelled');
  });
});

describe('a sign-in', () => {
  it('sends no user name with a line break to a prompt', async () => {
    const { port, lines } = await device('login: ', () => undefined);
    const broken = { username: 'admin\r\nreload', password: 'y' };
    const options = { ports: { ssh: 9, telnet: port }, connectMs: 2000, signal };
    expect(await tryLogin(host, broken, { ssh: false, telnet: true }, options)).toEqual({
      protocol: 'telnet',
      attempt: 'undecided',
    });
    expect(lines).toEqual([]);
  });

  it('is not tried where a device offers neither protocol', async () =>
    expect(await tryLogin(host, login, { ssh: false, telnet: false }, { connectMs: 100, signal })).toBeUndefined());
});
