import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, peerFolder, programOf, startPeer, type Peer } from './peer.ts';

export const sshd = programOf('sshd');

export interface SshdPeer extends Peer {
  host: string;
  port: number;
  username: string;
  password: string;
  /** A directory that the user owns. */
  home: string;
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/**
 * Debian's OpenSSH server for one user, whom it adds to this computer and removes in the end. A program stands in for `sudo`:
 * it reads the password and runs its command, as the user. `domain`: the user is one of it, named as a member of a domain
 * names its users.
 */
export async function startSshd({ host = '127.0.10.1', domain = '' } = {}): Promise<SshdPeer> {
  const port = await freePort();
  const folder = peerFolder('sshd');
  // The user reaches the home directory.
  chmodSync(folder.path, 0o755);
  const name = `cairn-${randomBytes(4).toString('hex')}`;
  const username = domain === '' ? name : `${name}@${domain}`;
  const password = randomBytes(12).toString('base64');
  const home = join(folder.path, 'home');
  const key = join(folder.path, 'host-key');
  const config = join(folder.path, 'sshd_config');
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const [, fingerprint = ''] = run('ssh-keygen', ['-l', '-f', `${key}.pub`]).split(' ');
  const programs = join(folder.path, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'sudo'), sudo(password), { mode: 0o755 });
  const path = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  writeFileSync(
    config,
    [
      `ListenAddress ${host}:${port}`,
      `HostKey ${key}`,
      'PidFile none',
      'UsePAM no',
      'PasswordAuthentication yes',
      // Behind an @ stands a host.
      `AllowUsers ${username.replace('@', '?')}`,
      `SetEnv PATH=${path}`,
    ].join('\n'),
  );
  // It drops its privileges to this directory.
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  run('useradd', ['--badname', '--create-home', '--home-dir', home, '--shell', '/bin/sh', username]);
  const remove = () => {
    run('userdel', ['--remove', username]);
    folder.remove();
  };
  try {
    run('chpasswd', [], `${username}:${password}\n`);
    const peer = await startPeer(sshd ?? '', ['-D', '-e', '-f', config], []);
    for (let attempt = 0; !(await answers(host, port)); attempt += 1) {
      if (attempt === 50) throw new Error('sshd did not start');
      await pause(100);
    }
    const stop = () => peer.stop().finally(remove);
    return { host, port, username, password, home, fingerprint, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

function sudo(password: string): string {
  return `#!/bin/sh
case " $* " in *' -n '*) exit 1 ;; esac
IFS= read -r line
[ "$line" = '${password}' ] || { echo 'Sorry, try again.' >&2; exit 1; }
while [ "$1" != sh ]; do shift; done
touch "$HOME/sudo"
exec "$@"
`;
}

/** Runs a program of the system. Its errors are part of the exception. */
function run(program: string, args: readonly string[], input = ''): string {
  return execFileSync(programOf(program) ?? program, args, { input, encoding: 'utf8', stdio: 'pipe' });
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
