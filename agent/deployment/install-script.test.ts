// Runs the script on this computer, with directories and programs of the test.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programPlatforms } from '#api/contract/agent-methods/deployment.ts';
import { installScript } from './install-script.ts';

const token = 'a-token-of-twenty-letters';
const program = '// the agent';

/** What the server offers, by path. */
let served: Map<string, string>;
let folder: string;
let server: Server;
let origin: string;
beforeEach(async () => {
  served = new Map([['/agent/cairn-agent.mjs', program]]);
  folder = mkdtempSync(join(tmpdir(), 'cairn-install-'));
  for (const name of ['bin', 'units', 'systemd']) mkdirSync(join(folder, name));
  // Writes down its arguments, and says that every unit is active.
  writeProgram('systemctl', `echo "$@" >>${folder}/systemctl.log`);
  server = createServer((request, reply) => {
    const found = served.get(request.url ?? '');
    reply.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function writeProgram(name: string, body: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

async function install(address = origin) {
  const directory = join(folder, "agent's folder");
  const place = { directory, systemd: join(folder, 'systemd'), units: join(folder, 'units') };
  const PATH = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const child = spawn('sh', ['-s'], { env: { PATH } });
  child.stdin.end(installScript({ server: address, token }, place));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, directory };
}

/** The computer has a program to download with. */
const canDownload = ['curl', 'wget'].some((name) => spawnSync(name, ['--version']).status === 0);

/** Offers a program with Node inside, for either processor. */
function offerProgram(body: string): void {
  for (const platform of programPlatforms) served.set(`/agent/cairn-agent_${platform}`, `#!/bin/sh\n${body}\n`);
}

describe.skipIf(process.platform === 'win32')('the script that installs the agent', () => {
  it('installs a systemd unit and keeps the token in a file for root (F04-15)', async () => {
    const { stdout, directory } = await install();
    expect(stdout).toBe('cairn:installed\n');
    expect(readFileSync(join(directory, 'cairn-agent.mjs'), 'utf8')).toBe(program);
    const settings = join(directory, 'agent.env');
    expect(readFileSync(settings, 'utf8')).toBe(`CAIRN_AGENT_SERVER='${origin}'\nCAIRN_AGENT_TOKEN='${token}'\n`);
    expect(statSync(settings).mode & 0o777).toBe(0o600);
    const unit = join(folder, 'units/cairn-agent.service');
    expect(statSync(unit).mode & 0o777).toBe(0o644);
    expect(readFileSync(unit, 'utf8')).toContain(`" "--env-file=${settings}" "${directory}/cairn-agent.mjs"\n`);
    expect(readFileSync(unit, 'utf8')).not.toContain(token);
    expect(readFileSync(join(folder, 'systemctl.log'), 'utf8').split('\n')).toEqual([
      'daemon-reload',
      'enable cairn-agent.service',
      'restart cairn-agent.service',
      'is-active --quiet cairn-agent.service',
      '',
    ]);
  });

  it('fails with the words of systemctl', async () => {
    writeProgram('systemctl', 'echo "Unit is masked" >&2; exit 1');
    expect(await install()).toMatchObject({ stdout: '', stderr: expect.stringContaining('Unit is masked') });
  });

  it('reports a Node.js that is too old, and changes nothing (F04-15)', async () => {
    writeProgram('node', 'exit 1');
    const { stdout, directory } = await install();
    expect(stdout).toBe('cairn:no_node\n');
    expect(existsSync(directory)).toBe(false);
  });

  it.skipIf(!canDownload)('installs the program with Node inside on a computer without Node', async () => {
    writeProgram('node', 'exit 1');
    offerProgram('exit 0');
    const { stdout, stderr, directory } = await install();
    expect([stdout, stderr]).toEqual(['cairn:installed\n', '']);
    expect(statSync(join(directory, 'cairn-agent')).mode & 0o777).toBe(0o700);
    const unit = readFileSync(join(folder, 'units/cairn-agent.service'), 'utf8');
    expect(unit).toContain(`Environment="CAIRN_AGENT_CONFIG=${directory}/agent.env"\n`);
    expect(unit).toContain(`ExecStart="${directory}/cairn-agent" run\n`);
  });

  it.skipIf(!canDownload)('reports no Node.js when the program does not run there, and changes nothing', async () => {
    writeProgram('node', 'exit 1');
    offerProgram('exit 1');
    const { stdout, directory } = await install();
    expect([stdout, existsSync(directory)]).toEqual(['cairn:no_node\n', false]);
  });

  it.skipIf(!canDownload)('replaces one kind of agent by the other where no systemd runs', async () => {
    rmSync(join(folder, 'systemd'), { recursive: true });
    offerProgram('[ "$1" = --version ] || while :; do sleep 1; done');
    writeProgram('node', 'exit 1');
    const first = await install();
    expect(first.stdout).toBe('cairn:installed_until_restart\n');
    const pid = () => Number(readFileSync(join(first.directory, 'cairn-agent.pid'), 'utf8'));
    const before = pid();
    // The computer has got Node meanwhile.
    rmSync(join(folder, 'bin/node'));
    served.set('/agent/cairn-agent.mjs', 'setInterval(() => {}, 1000);');
    expect((await install()).stdout).toBe('cairn:installed_until_restart\n');
    expect(() => process.kill(before, 0)).toThrow('ESRCH');
    process.kill(pid(), 'SIGKILL');
  });

  it('keeps the agent that runs when the download fails', async () => {
    const { directory } = await install();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    const { stdout, stderr } = await install();
    expect(stdout).toBe('cairn:download_failed\n');
    expect(stderr).toContain('ECONNREFUSED');
    expect(readFileSync(join(directory, 'cairn-agent.mjs'), 'utf8')).toBe(program);
  });

  it('runs no command that stands in the address of the server', async () => {
    const { stdout } = await install(`http://127.0.0.1:1$(touch\${IFS}${folder}/ran)\`touch\${IFS}${folder}/ran\``);
    expect(stdout).toBe('cairn:download_failed\n');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('runs nothing of a script that arrives in part', async () => {
    const place = { directory: join(folder, 'part'), systemd: folder, units: folder };
    const child = spawn('sh', ['-s']);
    child.stdin.end(installScript({ server: origin, token }, place).slice(0, -30));
    await text(child.stdout);
    expect(existsSync(place.directory)).toBe(false);
  });
});
