import { timingSafeEqual } from 'node:crypto';
import ssh2 from 'ssh2';
import type { DemoNetwork } from './running.ts';

const SSH = 22;

/** Whom the servers of the customer let in. */
export const sshLogin = { username: 'northwind', password: 'demo-of-northwind' };

/** An SSH server that takes one password, and lets nobody run a program. */
export function startSshService(address: string, hostKey: string): Promise<DemoNetwork> {
  const server = new ssh2.Server({ hostKeys: [hostKey], ident: 'OpenSSH_9.2p1 Debian-2+deb12u3' }, (client) => {
    client.on('error', () => client.end());
    client.on('authentication', (attempt) => {
      const isGood =
        attempt.method === 'password' && attempt.username === sshLogin.username && isPassword(attempt.password);
      if (isGood) attempt.accept();
      else attempt.reject(['password']);
    });
    client.on('ready', () => {
      client.on('session', (_accept, reject) => {
        reject();
      });
    });
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(SSH, address, () => {
      resolve({ stop: () => new Promise<void>((done) => void server.close(() => done())) });
    });
  });
}

/** A key of its own for each run. */
export function makeHostKey(): string {
  return ssh2.utils.generateKeyPairSync('ed25519').private;
}

function isPassword(given: string): boolean {
  const [wanted, got] = [Buffer.from(sshLogin.password), Buffer.from(given)];
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}
