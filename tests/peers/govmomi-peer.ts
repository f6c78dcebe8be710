import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, peerFolder, programOf, startPeer, type Peer } from './peer.ts';

const go = programOf('go');
/** Where Debian keeps the sources of Go libraries. */
const sources = '/usr/share/gocode';

export const mayBuildGovmomi = go !== undefined && existsSync(join(sources, 'src/github.com/vmware/govmomi/simulator'));

export const login = { username: 'watcher', password: 'a <secret> & more' };
/** Of each virtual machine. */
export const guestAddress = '192.0.2.20';

export interface Govmomi {
  /** As an ESXi host with so many guests, or as a vCenter Server. */
  start(as: { machines: number } | 'vCenter'): Promise<Peer & { port: number }>;
  remove(): void;
}

/** Builds the simulator of govmomi, which this project did not write, from Debian's sources. Needs no network. */
export async function buildGovmomi(): Promise<Govmomi> {
  const folder = peerFolder('govmomi');
  const program = join(folder.path, 'simulator');
  await promisify(execFile)(go ?? '', ['build', '-o', program, join(import.meta.dirname, 'govmomi/main.go')], {
    env: { ...process.env, GO111MODULE: 'off', GOPATH: sources, GOFLAGS: '', GOCACHE: join(folder.path, 'cache') },
  });
  return {
    async start(as) {
      const port = await freePort();
      const what = as === 'vCenter' ? ['-vcenter'] : ['-machines', String(as.machines), '-address', guestAddress];
      const who = ['-user', login.username, '-password', login.password];
      const peer = await startPeer(program, ['-listen', `127.0.0.1:${port}`, ...who, ...what], [port]);
      return { ...peer, port };
    },
    remove: () => folder.remove(),
  };
}
