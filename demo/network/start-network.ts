import { createServer, type Server } from 'node:net';
import { community, devices, v3User, type Speaks } from './devices.ts';
import { objectsOf } from './objects.ts';
import { profiles, type Profile } from './profiles.ts';
import type { DemoNetwork } from './running.ts';
import { makeHostKey, startSshService } from './ssh-service.ts';
import { startSnmpDevice, type Access } from './snmp-device.ts';

const SNMP = 161;

const accessOf: Record<Speaks, Access | undefined> = {
  community: { communities: [community], users: [v3User] },
  v3: { communities: [], users: [v3User] },
  other: { communities: ['another customer'], users: [] },
  none: undefined,
};

/** This system does not let the demo listen; the message says what to do. */
export class CannotListen extends Error {}

/** Starts the servers one after the other; if one cannot listen, the others are stopped. @throws CannotListen */
export async function startAll(starts: readonly (() => Promise<DemoNetwork>)[]): Promise<DemoNetwork> {
  const started: DemoNetwork[] = [];
  const stop = async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
  };
  try {
    for (const start of starts) started.push(await start());
  } catch (error) {
    await stop();
    throw wordsOf(error);
  }
  return { stop };
}

/** Starts every device in this process. @throws CannotListen */
export function startNetwork(): Promise<DemoNetwork> {
  const now = Date.now();
  const hostKey = makeHostKey();
  return startAll(
    devices.flatMap((device) => {
      const { address } = device;
      const access = accessOf[device.speaks];
      const { tcp = [], hasSsh = false }: Profile = profiles[device.profile];
      const services = [
        ...tcp.map((service) => () => startService(address, service)),
        ...(hasSsh ? [() => startSshService(address, hostKey)] : []),
      ];
      return access
        ? [() => startSnmpDevice({ address, port: SNMP }, access, objectsOf(device, now)), ...services]
        : services;
    }),
  );
}

type Service = NonNullable<Profile['tcp']>[number];

/** Accepts connections, greets, and closes them: a port that is open, and nothing behind it. */
function startService(address: string, { port, greeting = '' }: Service): Promise<DemoNetwork> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(2000, () => socket.destroy());
    if (greeting !== '') socket.write(greeting);
    socket.resume();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      resolve({ stop: () => new Promise<void>((done) => server.close(() => done())) });
    });
  });
}

function wordsOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES')
    return new CannotListen(
      'The simulated devices need UDP port 161 and TCP ports below 1024. Run the demo as root, or once: sudo sysctl net.ipv4.ip_unprivileged_port_start=22',
    );
  if (code === 'EADDRNOTAVAIL')
    return new CannotListen(
      'This system does not have the addresses 127.20.0.0/16 on loopback. The demo needs Linux, where all of 127.0.0.0/8 is loopback.',
    );
  if (code === 'EADDRINUSE')
    return new CannotListen(
      'Another program listens on every address, or another demo runs: end it. The demo needs UDP port 161 on 127.20.0.1 and others.',
    );
  return error;
}
