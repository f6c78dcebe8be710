import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Topology } from '#api/contract/agent-methods/topology.ts';
import { peerFolder, programOf, startPeer, type Peer } from './peer.ts';
import { community, snmpd } from './snmp-peer.ts';

const lldpd = programOf('lldpd');
const lldpcli = programOf('lldpcli');
const ip = programOf('ip');
const run = promisify(execFile);
const read = join(import.meta.dirname, '../fixtures/read-topology-process.ts');

export const lldpPrograms = [lldpd, lldpcli, ip, snmpd].every((program) => program !== undefined);

/** Whether this machine lets its user make a network of its own; many containers do not. */
export function mayMakeNetworks(): boolean {
  if (!lldpPrograms) return false;
  const name = `cairn-try-${process.pid}`;
  try {
    execFileSync(ip ?? '', ['netns', 'add', name], { stdio: 'ignore' });
    execFileSync(ip ?? '', ['netns', 'delete', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface LldpPair extends Peer {
  /** What the agent reads of the first device, from inside its network. */
  readTopology(credentialType: 'SNMP_V1' | 'SNMP_V2C'): Promise<Topology | null>;
  /** What `ip` says of an interface of one of the two. */
  macOf(side: 'near' | 'far'): string;
  /** Takes the cable out of the far device. */
  unplug(): void;
}

/** The addresses of the two ends of the cable, for documentation (RFC 5737). */
export const addresses = { near: '192.0.2.1', far: '192.0.2.2' };
/** How the far device calls itself. */
export const farName = '<b>far</b>.example';

/** Two lldpd in two network namespaces with a cable between them. The first tells snmpd, by AgentX, what it hears. */
export async function startLldpPair(): Promise<LldpPair> {
  const folder = peerFolder('lldp');
  // lldpcli runs as the user of lldpd, and looks for the sockets there.
  chmodSync(folder.path, 0o755);
  const names = { near: `cairn-near-${process.pid}`, far: `cairn-far-${process.pid}` };
  const call = (...args: string[]) => execFileSync(ip ?? '', args, { encoding: 'utf8' });
  const within = (side: 'near' | 'far', program: string | undefined, args: readonly string[]) =>
    startPeer(ip ?? '', ['netns', 'exec', names[side], program ?? '', ...args], []);
  const started: Peer[] = [];
  const stop = async () => {
    for (const peer of started.toReversed()) await peer.stop();
    for (const name of Object.values(names)) call('netns', 'delete', name);
    folder.remove();
  };
  for (const name of Object.values(names)) call('netns', 'add', name);
  try {
    call('-n', names.near, 'link', 'add', 'uplink0', 'type', 'veth', 'peer', 'name', 'port7', 'netns', names.far);
    for (const [side, device] of [
      ['near', 'uplink0'],
      ['far', 'port7'],
    ] as const) {
      call('-n', names[side], 'link', 'set', 'lo', 'up');
      call('-n', names[side], 'link', 'set', device, 'up');
      call('-n', names[side], 'address', 'add', `${addresses[side]}/24`, 'dev', device);
    }
    const agentX = join(folder.path, 'agentx');
    const config = join(folder.path, 'snmpd.conf');
    writeFileSync(
      config,
      ['agentAddress udp:127.0.0.1:161', `rocommunity "${community}"`, 'master agentx', `agentXSocket ${agentX}`].join(
        '\n',
      ),
    );
    const quiet = ['-f', '-C', '-c', config, '-Lo', '-p', join(folder.path, 'pid'), '-I', '-smux'];
    started.push(await within('near', snmpd, [`--persistentDir=${folder.path}`, ...quiet]));
    await until(() => existsSync(agentX));
    // lldpd puts its unprivileged half there.
    mkdirSync('/run/lldpd', { recursive: true });
    const sockets = { near: join(folder.path, 'near'), far: join(folder.path, 'far') };
    const tell = (side: 'near' | 'far', ...words: string[]) => run(lldpcli ?? '', ['-u', sockets[side], ...words]);
    const isHeard = async () => (await tell('near', 'show', 'neighbors')).stdout.includes(farName);
    for (let attempt = 1; ; attempt += 1) {
      const both = [
        await within('near', lldpd, ['-d', '-x', '-X', agentX, '-u', sockets.near]),
        await within('far', lldpd, ['-d', '-u', sockets.far, '-S', 'a switch\u0007']),
      ];
      started.push(...both);
      for (const side of ['near', 'far'] as const) {
        await until(() => existsSync(sockets[side]));
        await tell(side, 'configure', 'lldp', 'tx-interval', '1');
      }
      await tell('far', 'configure', 'system', 'hostname', farName);
      // One in thirty starts sends nothing, or once in half a minute: lldpd misses that its cable came up, or what it was told.
      if (await holdsWithin(HEARD_MS, isHeard)) break;
      if (attempt === 5) throw new Error('lldpd did not hear the other end');
      for (const peer of both) await peer.stop();
      started.splice(-both.length);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    async readTopology(credentialType) {
      const program = ['--import', 'tsx', read, '127.0.0.1', community, credentialType];
      const { stdout } = await run(ip ?? '', ['netns', 'exec', names.near, process.execPath, ...program]);
      return (JSON.parse(stdout) as { topology: Topology | null }).topology;
    },
    macOf(side) {
      const text = call('-n', names[side], '-o', 'link', 'show', 'dev', side === 'near' ? 'uplink0' : 'port7');
      return /link\/ether ([0-9a-f:]{17})/.exec(text)?.[1] ?? '';
    },
    unplug: () => void call('-n', names.far, 'link', 'set', 'port7', 'down'),
  };
}

/** lldpd sends once a second here. */
const HEARD_MS = 6000;

async function holdsWithin(milliseconds: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(200)) if (await holds()) return true;
  return false;
}

async function until(holds: () => boolean): Promise<void> {
  for (let attempt = 0; !holds(); attempt += 1) {
    if (attempt === 100) throw new Error('lldpd or snmpd did not start');
    await pause(100);
  }
}
