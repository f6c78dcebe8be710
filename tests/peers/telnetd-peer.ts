import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { peerFolder, programOf, type Peer } from './peer.ts';

export const telnetd = programOf('telnetd');

export interface TelnetdPeer extends Peer {
  username: string;
  password: string;
}

/** Debian's telnet server, started for each connection as `inetd` does, and a user whom it adds to this computer and removes in the end. */
export async function startTelnetd(at: { host: string; port: number }): Promise<TelnetdPeer> {
  const folder = peerFolder('telnetd');
  const [username, password] = [`cairn-${randomBytes(4).toString('hex')}`, randomBytes(12).toString('base64')];
  const run = (program: string, args: readonly string[], input = '') =>
    execFileSync(programOf(program) ?? program, args, { input, stdio: 'pipe' });
  run('useradd', ['--no-create-home', '--home-dir', folder.path, '--shell', '/bin/sh', username]);
  run('chpasswd', [], `${username}:${password}\n`);
  const sessions = new Set<ChildProcess>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const session = spawn(telnetd ?? '', [], { stdio: [socket, socket, 'ignore'] });
    sessions.add(session);
    session.once('exit', () => {
      sessions.delete(session);
      socket.destroy();
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, resolve);
  });
  return {
    username,
    password,
    async stop() {
      for (const session of sessions) session.kill('SIGKILL');
      await new Promise((resolve) => server.close(resolve));
      run('userdel', [username]);
      folder.remove();
    },
  };
}
