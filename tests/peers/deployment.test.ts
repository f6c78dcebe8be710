// The deployment of an agent to the OpenSSH server of Debian.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentDeploy } from '#api/contract/agent-methods/deployment.ts';
import { createDeployer } from '#agent/deployment/create-deployer.ts';
import { createPreflight } from '#agent/deployment/create-preflight.ts';
import { sshd, startSshd, type SshdPeer } from './sshd-peer.ts';

const token = 'a-token-of-twenty-letters';
/** Writes down how it was started, and stays. */
const program = `import { writeFileSync } from 'node:fs';
const { argv, env, pid } = process;
const { CAIRN_AGENT_SERVER: server, CAIRN_AGENT_TOKEN: token } = env;
writeFileSync(import.meta.dirname + '/started-' + pid + '.json', JSON.stringify({ pid, server, token, argv }));
setInterval(() => {}, 1000);`;

const canRun = sshd !== undefined && process.getuid?.() === 0;

describe.skipIf(!canRun)('a deployment to OpenSSH (needs openssh-server and root)', () => {
  let peer: SshdPeer;
  let server: Server;
  let origin: string;
  let served: string;
  let deploy: (changes?: Partial<AgentDeploy>) => ReturnType<ReturnType<typeof createDeployer>>;
  beforeAll(async () => {
    peer = await startSshd();
    served = program;
    server = createServer((request, reply) => {
      reply.writeHead(request.url === '/agent/cairn-agent.mjs' ? 200 : 404).end(served);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Neither the directories of this computer's systemd nor /opt.
    const place = { directory: folder(), systemd: join(peer.home, 'missing'), units: peer.home };
    const run = createDeployer(new AbortController().signal, { ...place, platform: 'linux', port: peer.port });
    const { host, username, password } = peer;
    deploy = (changes) => run({ host, username, password, server: origin, token, hostKey: '', ...changes });
  });
  afterAll(async () => {
    const running = started().filter(({ pid }) => isRunning(pid));
    for (const { pid } of running) process.kill(pid, 'SIGKILL');
    while (running.some(({ pid }) => isRunning(pid))) await pause(50);
    server?.close();
    server?.closeAllConnections();
    await peer?.stop();
  });
  const folder = () => join(peer?.home ?? 'missing', 'cairn-agent');

  /** The agents that were started, as they wrote it down. */
  function started() {
    if (!existsSync(folder())) return [];
    const names = readdirSync(folder()).filter((name) => name.startsWith('started-'));
    return names.map((name) => JSON.parse(readFileSync(join(folder(), name), 'utf8')));
  }
  const pidOfFile = () => Number(readFileSync(join(folder(), 'cairn-agent.pid'), 'utf8'));

  it('installs and starts the agent, with the password on standard input of sudo (F04-15)', async () => {
    expect(await deploy()).toEqual({
      code: 'installed',
      message: 'It will not start again when the computer restarts: the computer has no systemd',
      hostKey: peer.fingerprint,
    });
    const [agent] = started();
    expect(agent).toMatchObject({ pid: pidOfFile(), server: origin, token });
    expect(agent.argv.join(' ')).not.toContain(token);
    expect(isRunning(agent.pid)).toBe(true);
    expect(statSync(join(folder(), 'agent.env')).mode & 0o777).toBe(0o600);
    expect(statSync(join(peer.home, 'sudo')).isFile()).toBe(true);
  });

  it('replaces the agent when it is deployed again (F04-15)', async () => {
    const next = 'another-token-of-letters';
    expect(await deploy({ token: next, hostKey: peer.fingerprint })).toMatchObject({ code: 'installed' });
    const agents = started();
    expect(agents).toHaveLength(2);
    const running = agents.filter(({ pid }) => isRunning(pid));
    expect(running).toEqual([expect.objectContaining({ pid: pidOfFile(), token: next })]);
  });

  it('reports an agent that does not stay running', async () => {
    served = 'console.error("no such option"); process.exit(1);';
    expect(await deploy()).toMatchObject({
      code: 'install_failed',
      message: expect.stringContaining('no such option'),
    });
  });

  it('is checked before, and leaves the computer as it is (F04-15)', async () => {
    const preflight = createPreflight(new AbortController().signal, { platform: 'linux', port: peer.port });
    const { host, username, password } = peer;
    const check = (changes: object = {}) => preflight({ host, username, password, hostKey: '', ...changes });
    const before = started().length;
    expect(await check()).toEqual({ code: 'ready', message: '', hostKey: peer.fingerprint });
    expect(await check({ password: 'wrong' })).toMatchObject({
      code: 'credential_refused',
      hostKey: peer.fingerprint,
    });
    expect(await check({ hostKey: `SHA256:${'A'.repeat(43)}` })).toMatchObject({ code: 'host_key_changed' });
    expect(await check({ host: 'no-such-name.invalid' })).toMatchObject({ code: 'name_unknown' });
    const nobody = createPreflight(new AbortController().signal, { platform: 'linux', port: 1 });
    expect(await nobody({ host, username, password, hostKey: '' })).toMatchObject({ code: 'no_channel' });
    expect(started()).toHaveLength(before);
  });

  it('refuses a wrong password and a changed host key', async () => {
    expect(await deploy({ password: 'wrong' })).toMatchObject({
      code: 'credential_refused',
      hostKey: peer.fingerprint,
    });
    expect(await deploy({ hostKey: `SHA256:${'A'.repeat(43)}` })).toMatchObject({ code: 'host_key_changed' });
  });
});

function isRunning(pid: number): boolean {
  try {
    // A process that has ended and waits for its parent has no arguments.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('cairn-agent.mjs');
  } catch {
    return false;
  }
}
