import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import snmpClient from 'net-snmp';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { freePort, peerFolder, programOf, startPeer, type Peer } from './peer.ts';

export const snmpd = programOf('snmpd');

export const community = 'a community';
export const user = { name: 'watcher', authKey: 'a secret for authentication', privKey: 'a secret for privacy' };

/** Credentials that it accepts, as a probe gets them. */
export const v2c: SnmpCredential = { credentialType: 'SNMP_V2C', community };
export const v3: SnmpCredential = {
  credentialType: 'SNMP_V3',
  username: user.name,
  security: 'AUTH_PRIV',
  authProtocol: 'SHA256',
  authKey: user.authKey,
  privProtocol: 'AES',
  privKey: user.privKey,
};

/** Debian's snmpd with one community and one user, and a name that a page must not take for markup. */
export async function startSnmpd({
  address = '127.0.0.1',
  at,
  more = [],
}: { address?: string; at?: number; more?: readonly string[] } = {}): Promise<Peer & { port: number }> {
  const folder = peerFolder('snmpd');
  const port = at ?? (await freePort());
  const config = join(folder.path, 'snmpd.conf');
  writeFileSync(
    config,
    [
      `agentAddress udp:${address}:${port}`,
      `rocommunity "${community}"`,
      `createUser ${user.name} SHA-256 "${user.authKey}" AES "${user.privKey}"`,
      `rouser ${user.name} authpriv`,
      'sysName <b>router</b>',
      'sysContact up',
      ...more,
    ].join('\n'),
  );
  const args = ['-f', '-C', '-c', config, '-Lo', '-p', join(folder.path, 'pid'), '-I', '-smux'];
  // The port is UDP: it answers when it answers SNMP.
  const peer = await startPeer(snmpd ?? '', [`--persistentDir=${folder.path}`, ...args], []);
  for (let attempt = 0; !(await answers(address, port)); attempt += 1) {
    if (attempt === 50) throw new Error('snmpd did not start');
    await pause(100);
  }
  return {
    port,
    async stop() {
      await peer.stop();
      folder.remove();
    },
  };
}

function answers(address: string, port: number): Promise<boolean> {
  const session = snmpClient.createSession(address, community, { port, timeout: 200, retries: 0 });
  return new Promise<boolean>((resolve) => {
    session.get(['1.3.6.1.2.1.1.3.0'], (error) => resolve(!error));
  }).finally(() => session.close());
}

/** A server that takes every datagram and answers none, or answers with these bytes. */
export async function startSilence(reply?: Buffer): Promise<Peer & { port: number; received(): number }> {
  const socket = createSocket('udp4');
  let count = 0;
  socket.on('message', (_bytes, { address, port }) => {
    count += 1;
    if (reply) socket.send(reply, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', () => resolve()));
  return {
    port: socket.address().port,
    received: () => count,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
