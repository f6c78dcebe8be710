import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import ssh2, { type AuthContext, type ServerChannel } from 'ssh2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentDeploy } from '#api/contract/agent-methods/deployment.ts';
import { createDeployer } from './create-deployer.ts';

const hostKey = ssh2.utils.generateKeyPairSync('ed25519').private;
const request: AgentDeploy = {
  host: '127.0.0.1',
  username: 'EXAMPLE\\admin',
  password: 'open sesame',
  server: 'https://cairn.example',
  token: 'a-token-of-twenty-letters',
  hostKey: '',
};
const fingerprint = /^SHA256:[A-Za-z0-9+/]{43}$/;

let server: InstanceType<typeof ssh2.Server>;
let port: number;
let stopping: AbortController;
/** What the computer got: the method of each attempt to sign in, the commands and their standard input. */
let attempts: string[];
let commands: string[];
let input: string;
let open: number;
let signIn: (context: AuthContext) => void;
let execute: (channel: ServerChannel) => void;
beforeEach(async () => {
  stopping = new AbortController();
  attempts = [];
  commands = [];
  input = '';
  open = 0;
  signIn = (context) => {
    if (context.method !== 'password') return context.reject(['publickey', 'password', 'keyboard-interactive']);
    return context.username === request.username && context.password === 'open sesame'
      ? context.accept()
      : context.reject();
  };
  execute = (channel) => print(channel, 'cairn:installed\n');
  server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    open += 1;
    client.on('close', () => (open -= 1)).on('error', () => undefined);
    client.on('authentication', (context) => {
      attempts.push(context.method);
      signIn(context);
    });
    client.on('session', (acceptSession) =>
      acceptSession().on('exec', (acceptCommand, _reject, { command }) => {
        commands.push(command);
        const channel = acceptCommand();
        channel.on('error', () => undefined);
        channel.on('data', (chunk: Buffer) => (input += chunk));
        channel.once('end', () => execute(channel));
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  stopping.abort();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function print(channel: ServerChannel, stdout: string, stderr = ''): void {
  channel.stderr.write(stderr);
  channel.write(stdout);
  channel.exit(0);
  channel.end();
}

function deploy(changes: Partial<AgentDeploy> = {}, options: Parameters<typeof createDeployer>[1] = {}) {
  const places = { platform: 'linux', port, connectMs: 5000, ...options } as const;
  return createDeployer(stopping.signal, places)({ ...request, ...changes });
}

it('accepts the first host key and writes the secrets to standard input alone (F04-15)', async () => {
  const reply = await deploy();
  expect(reply).toMatchObject({ code: 'installed', hostKey: expect.stringMatching(fingerprint) });
  expect(attempts).toEqual(['none', 'password']);
  expect(commands).toEqual([expect.stringMatching(/^sh -c '[^']+'$/)]);
  expect(commands.join()).not.toMatch(/sesame|a-token/);
  expect(input).toMatch(/^open sesame\n/);
  expect(input).toContain(`CAIRN_AGENT_TOKEN='${request.token}'`);
  expect(await deploy({ hostKey: reply.hostKey })).toEqual(reply);
  await expect.poll(() => open).toBe(0);
});

it('sends no password to a computer whose host key has changed', async () => {
  const { code, message, hostKey } = await deploy({ hostKey: `SHA256:${'A'.repeat(43)}` });
  expect({ code, hostKey }).toEqual({ code: 'host_key_changed', hostKey: '' });
  expect(message).toMatch(/^127\.0\.0\.1 has another SSH host key than before: SHA256:[A-Za-z0-9+/]{43}$/);
  expect(attempts).toEqual([]);
});

it('tries a password once, and still returns the host key', async () => {
  const reply = await deploy({ password: 'wrong' });
  expect(reply).toEqual({
    code: 'credential_refused',
    message: '127.0.0.1 refused the user name or the password',
    hostKey: expect.stringMatching(fingerprint),
  });
  expect(attempts).toEqual(['none', 'password']);
});

it('answers the prompt for a password where the computer takes no other', async () => {
  signIn = (context) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
    return context.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
      answer === 'open sesame' ? context.accept() : context.reject(),
    );
  };
  expect(await deploy()).toMatchObject({ code: 'installed' });
  expect(await deploy({ password: 'wrong' })).toMatchObject({ code: 'credential_refused' });
});

it('does not answer a prompt for a second factor', async () => {
  let asked = 0;
  const ask = (context: AuthContext) => {
    if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
    asked += 1;
    return context.prompt([{ prompt: 'Password or code: ', echo: false }], () => ask(context));
  };
  signIn = ask;
  const { code, message } = await deploy();
  expect({ code, message, asked }).toMatchObject({
    code: 'credential_refused',
    message: '127.0.0.1 asks this user for more than a password',
    asked: 2,
  });
});

it.each([{ username: '' }, { password: 'open\nid' }, { username: 'a\u0000' }])('refuses %j', async (changes) => {
  expect(await deploy(changes)).toMatchObject({ code: 'credential_refused' });
  expect(attempts).toEqual([]);
});

it('does not resolve a name that nobody has', async () => {
  expect(await deploy({ host: 'missing.invalid' })).toMatchObject({ code: 'name_unknown', hostKey: '' });
});

it('reports a port that nobody listens on', async () => {
  expect(await deploy({}, { port: 1 })).toMatchObject({
    code: 'no_channel',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

it.each([
  ['says nothing', () => undefined],
  ['says something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('reports a port that %s', async (_, greeting) => {
  const silent: TcpServer = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    if (typeof greeting === 'string') socket.end(greeting);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const options = { port: (silent.address() as AddressInfo).port, connectMs: 200 };
  expect(await deploy({}, options)).toMatchObject({ code: 'no_channel', hostKey: '' });
  await new Promise<void>((resolve) => silent.close(() => resolve()));
});

it('removes the secrets from what the computer says', async () => {
  execute = (channel) => print(channel, '', `sh: open sesame: not found\na-token-of-twenty-letters\u0007`);
  expect(await deploy()).toMatchObject({ code: 'install_failed', message: 'sh: ***: not found ***' });
});

it('ends a computer that prints without end', async () => {
  execute = (channel) => {
    const fill = () => {
      while (channel.writable && channel.write('x'.repeat(16_384)));
    };
    channel.on('drain', fill);
    fill();
  };
  expect(await deploy()).toMatchObject({ code: 'install_failed', message: 'The computer printed too much' });
  await expect.poll(() => open).toBe(0);
});

it('reports a connection that ends during the installation', async () => {
  execute = (channel) => {
    channel.write('cairn:insta');
    channel.close();
  };
  expect(await deploy()).toMatchObject({ code: 'install_failed', message: 'cairn:insta' });
});

it('gives up when the installation takes too long', async () => {
  execute = () => undefined;
  expect(await deploy({}, { milliseconds: 500 })).toMatchObject({ code: 'timed_out' });
  await expect.poll(() => open).toBe(0);
});

it('closes the connection when the agent stops', async () => {
  execute = () => stopping.abort(new Error('stopped'));
  await expect(deploy()).rejects.toThrow('stopped');
  await expect.poll(() => open).toBe(0);
});
