// Builds the .deb of the agent, and installs, upgrades and removes it below a root of its own, next to the built product.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageAgent } from '../../scripts/agent-package/package-agent.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from './person.ts';
import { startProduct, type Product } from './product.ts';

const canInstall = process.getuid?.() === 0 && spawnSync('dpkg', ['--version']).status === 0;

describe.skipIf(!canInstall)('the package of the agent (needs dpkg and root)', { timeout: 120_000 }, () => {
  let starting: Promise<Product> | undefined;
  let product: Product;
  let cookie: string;
  let folder: string;
  let root: string;
  let place: { clientId: number; locationId: number };
  const packages: string[] = [];
  beforeAll(async () => {
    await ensureBuilt({ say: () => undefined });
    // It starts while the packages are made.
    starting = startProduct();
    starting.catch(() => undefined);
    folder = mkdtempSync(join(tmpdir(), 'cairn-packages-'));
    root = join(folder, 'root');
    mkdirSync(join(root, 'var/lib/dpkg/info'), { recursive: true });
    mkdirSync(join(root, 'var/lib/dpkg/updates'));
    writeFileSync(join(root, 'var/lib/dpkg/status'), '');
    for (const version of ['0.1.0', '0.1.1']) {
      const files = await packageAgent({
        version,
        node: process.execPath,
        folder,
        say: () => undefined,
        quick: true,
      });
      packages.push(files.find((file) => file.endsWith('.deb')) ?? 'missing');
    }
    product = await starting;
    ({ cookie } = await setUpByApi(product));
    const added = await callByApi(product, cookie, 'POST', '/client', {
      name: 'Tulip',
      locations: [{ name: 'Delft' }],
    });
    const { id: clientId, locations } = added['client'] as { id: number; locations: { id: number }[] };
    place = { clientId, locationId: locations[0]?.id ?? 0 };
  }, 180_000);
  afterAll(async () => {
    await stopAgent();
    await (await starting?.catch(() => undefined))?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Without a terminal: a question of dpkg fails. */
  function dpkg(...args: string[]): string {
    const force = ['--force-script-chrootless', '--force-depends'];
    const { status, stdout, stderr } = spawnSync('dpkg', [`--root=${root}`, ...force, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (status !== 0) throw new Error(`dpkg ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }
  const within = (path: string) => join(root, path);
  const read = (path: string) => readFileSync(within(path), 'utf8');
  const modeOf = (path: string) => statSync(within(path)).mode & 0o777;

  /** No Node is in the path, and nothing of the environment helps. */
  const environment = () => ({
    PATH: '/nowhere',
    CAIRN_AGENT_CONFIG: within('etc/cairn-agent/agent.conf'),
    CAIRN_AGENT_DATA: within('var/lib/cairn-agent'),
  });
  const runInstalled = (args: string[], input = '') =>
    spawnSync(within('usr/bin/cairn-agent'), args, { env: environment(), encoding: 'utf8', input, timeout: 30_000 });
  let agent: ChildProcess | undefined;
  function startAgent(): void {
    agent = spawn(within('usr/bin/cairn-agent'), ['run'], { env: environment(), stdio: 'ignore' });
  }
  async function stopAgent(): Promise<void> {
    const ending = agent;
    agent = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await ended;
  }
  async function devices(): Promise<Record<string, unknown>[]> {
    const { items } = await callByApi(product, cookie, 'GET', '/device');
    return Array.isArray(items) ? items : [];
  }
  /** The id of the only device, once it is online with this version. */
  async function onlineDevice(version: string): Promise<number> {
    for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
      const [device, ...others] = await devices();
      if (others.length > 0) throw new Error('there are several devices');
      if (device === undefined) continue;
      const shown = await callByApi(product, cookie, 'GET', `/device/${String(device['id'])}`);
      const state = JSON.stringify([shown['status'], shown['agent']]);
      if (state.includes('"online"') && state.includes(`"${version}"`)) return Number(device['id']);
    }
    throw new Error(`no device is online with ${version}: ${JSON.stringify(await devices())}`);
  }
  const freshToken = async () =>
    String((await callByApi(product, cookie, 'POST', '/device/enrollment', place))['token']);

  let id: number;
  let identity: string;

  it('installs one program, a unit, and settings that only root may read', () => {
    const said = dpkg('--install', packages[0] ?? '');
    expect(said).toContain('cairn-agent enroll --server URL --token TOKEN');
    expect(runInstalled(['--version']).stdout).toBe('0.1.0\n');
    expect([modeOf('etc/cairn-agent/agent.conf'), modeOf('var/lib/cairn-agent')]).toEqual([0o600, 0o700]);
    expect(modeOf('usr/bin/cairn-agent')).toBe(0o755);
    expect(read('usr/lib/systemd/system/cairn-agent.service')).toContain('ExecStart=/usr/bin/cairn-agent run\n');
  });

  it('refuses a wrong token, and leaves the settings as they were', () => {
    const before = read('etc/cairn-agent/agent.conf');
    const { status, stdout } = runInstalled(['enroll', '--server', product.url, '--token', 'x'.repeat(43)]);
    expect([status, stdout]).toEqual([3, expect.stringContaining(`${product.url}: `)]);
    expect(read('etc/cairn-agent/agent.conf')).toBe(before);
    expect(existsSync(within('var/lib/cairn-agent/identity.json'))).toBe(false);
  });

  it('enrolls by one command, keeps no token, and comes online', async () => {
    const token = await freshToken();
    const { status, stdout } = runInstalled(['enroll', '--server', product.url, '--token', token]);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`enrolled at ${product.url}.`)]);
    expect(read('etc/cairn-agent/agent.conf')).toMatch(
      new RegExp(`^CAIRN_AGENT_SERVER=${product.url}$[^]*^CAIRN_AGENT_TOKEN=$`, 'm'),
    );
    startAgent();
    id = await onlineDevice('0.1.0');
    identity = read('var/lib/cairn-agent/identity.json');
    expect(modeOf('var/lib/cairn-agent/identity.json')).toBe(0o600);
  });

  it('runs the delegate, which the server offers as a module of its own', async () => {
    const module = join(folder, 'cairn-delegate.mjs');
    writeFileSync(module, await (await fetch(`${product.url}/agent/cairn-delegate.mjs`)).text());
    const request = {
      type: 'ESXI',
      hostname: '127.0.0.1',
      apiPort: 9,
      certificate: '',
      username: 'root',
      password: 'secret',
    };
    const { stdout, status, stderr } = runInstalled(['run-module', module], JSON.stringify(request));
    expect([stdout.split('\n')[0], status, stderr]).toEqual(['ready', 0, expect.any(String)]);
    expect(JSON.parse(stdout.split('\n')[1] ?? '')).toMatchObject({ host: null, guests: [] });
  });

  it('keeps settings, identity and device in an upgrade', async () => {
    const settings = read('etc/cairn-agent/agent.conf');
    dpkg('--install', packages[1] ?? '');
    expect([read('etc/cairn-agent/agent.conf'), modeOf('etc/cairn-agent/agent.conf')]).toEqual([settings, 0o600]);
    expect(read('var/lib/cairn-agent/identity.json')).toBe(identity);
    await stopAgent();
    startAgent();
    expect(await onlineDevice('0.1.1')).toBe(id);
  });

  it('says so when the computer is enrolled already, and takes the token for the time after a removal', async () => {
    const token = await freshToken();
    expect(runInstalled(['enroll', '--server', product.url, '--token', token]).stdout).toContain('already');
    expect(read('etc/cairn-agent/agent.conf')).toContain(`CAIRN_AGENT_TOKEN=${token}\n`);
    expect(read('var/lib/cairn-agent/identity.json')).toBe(identity);
  });

  it('keeps settings and identity when it is removed, and nothing when it is purged', async () => {
    await stopAgent();
    dpkg('--remove', 'cairn-agent');
    expect(existsSync(within('usr/bin/cairn-agent'))).toBe(false);
    expect(read('var/lib/cairn-agent/identity.json')).toBe(identity);
    expect(read('etc/cairn-agent/agent.conf')).toContain(product.url);
    dpkg('--purge', 'cairn-agent');
    for (const path of ['etc/cairn-agent', 'var/lib/cairn-agent', 'usr/lib/systemd/system/cairn-agent.service'])
      expect([path, existsSync(within(path))]).toEqual([path, false]);
  });
});
