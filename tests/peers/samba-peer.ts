import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { peerFolder, programOf, type Peer } from './peer.ts';

const samba = programOf('samba');
const sambaTool = programOf('samba-tool');
/** It listens on port 389 and owns its files. */
export const canServeDomain = samba !== undefined && sambaTool !== undefined && process.getuid?.() === 0;

const run = promisify(execFile);
const PATIENCE_MS = 10_000;

export interface SambaDomain extends Peer {
  url: string;
  password: string;
  /** Runs `samba-tool` on the domain, and returns what it prints. */
  tool(...args: readonly string[]): Promise<string>;
}

/**
 * Debian's Samba as the domain controller of corp.test, which accepts a password only over TLS. Its port is that of LDAP: each
 * test file has a host of its own.
 */
export async function startSamba(host = '127.0.9.1'): Promise<SambaDomain> {
  const folder = peerFolder('samba');
  const password = 'Passw0rd.Admin';
  const at = (name: string) => join(folder.path, name);
  try {
    await run(sambaTool ?? '', [
      'domain',
      'provision',
      `--targetdir=${folder.path}`,
      '--realm=CORP.TEST',
      '--domain=CORP',
      `--adminpass=${password}`,
      '--server-role=dc',
      '--dns-backend=NONE',
      '--host-name=dc1',
      `--host-ip=${host}`,
      `--option=interfaces=${host}`,
      '--option=bind interfaces only=yes',
    ]);
    for (const name of ['run', 'log']) mkdirSync(at(name));
    // Without these it makes a key of 4096 bits first.
    writeFileSync(at('cert.pem'), localhostCertificate.cert);
    writeFileSync(at('key.pem'), localhostCertificate.key, { mode: 0o600 });
    chmodSync(folder.path, 0o755);
    writeFileSync(at('ldap.conf'), configText(folder.path, host));
  } catch (error) {
    folder.remove();
    throw error;
  }
  const child = spawn(samba ?? '', ['-i', '--no-process-group', '-M', 'single', '-s', at('ldap.conf')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said = (said + chunk).slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(late);
    folder.remove();
  };
  for (const end = performance.now() + PATIENCE_MS; !(await answers(host)); await pause(50)) {
    if (child.exitCode === null && performance.now() < end) continue;
    await stop();
    throw new Error(`samba did not start: ${said}`);
  }
  return {
    url: `ldap://${host}`,
    password,
    stop,
    async tool(...args) {
      const { stdout } = await run(sambaTool ?? '', [...args, '-H', at('private/sam.ldb'), '-s', at('ldap.conf')]);
      return stdout;
    },
  };
}

/** LDAP alone; everything that it writes stays in the folder. */
function configText(folder: string, host: string): string {
  return `
[global]
netbios name = DC1
realm = CORP.TEST
workgroup = CORP
server role = active directory domain controller
server services = ldap
dcerpc endpoint servers = none
interfaces = ${host}/8
bind interfaces only = yes
tls certfile = ${folder}/cert.pem
tls keyfile = ${folder}/key.pem
tls cafile =
private dir = ${folder}/private
state directory = ${folder}/state
cache directory = ${folder}/cache
lock directory = ${folder}
binddns dir = ${folder}/bind-dns
pid directory = ${folder}/run
ncalrpc dir = ${folder}/run/ncalrpc
winbindd socket directory = ${folder}/run/winbindd
ntp signd socket directory = ${folder}/run/ntp
log file = ${folder}/log/samba.log
logging = file
`;
}

function answers(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 389 });
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
