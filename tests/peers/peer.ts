import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Where a server of the system lies, or undefined when its package is missing. */
export function programOf(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin'];
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export interface Peer {
  stop(): Promise<void>;
}

/** A test file runs in a process of its own; the files that run at a time have numbers from 1. */
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0);
/** Above 10080, the highest port that browsers and `fetch` refuse (the “bad ports” of the WHATWG Fetch Standard). */
const FIRST_PORT = 10_100;
const PORTS_OF_A_WORKER = 980;
const given = new Set<number>();

/**
 * A port of loopback that nobody listens on and that stays free meanwhile: below those that a system gives to connections
 * (from 16,000 in some sandboxes), given once, and another one than those of the files that run beside.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + (worker % 6) * PORTS_OF_A_WORKER + randomInt(PORTS_OF_A_WORKER);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer();
    const free = await new Promise<boolean>((resolve, reject) =>
      server
        .once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
        .listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (!free) continue;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    return port;
  }
}

/** A folder for a server's configuration and data; `remove` takes it away. */
export function peerFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `cairn-peer-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const startPatience = 20_000;
const stopPatience = 3000;

/** Starts a server of the system in the foreground and waits until its ports answer; stops it by its own process. */
export async function startPeer(program: string, args: readonly string[], ports: readonly number[]): Promise<Peer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (said = (said + chunk).slice(-4000)));
  const end = performance.now() + startPatience;
  for (const port of ports) {
    while (!(await answers(port))) {
      if (child.exitCode !== null || performance.now() > end) {
        await stop(child);
        throw new Error(`${program} did not start: ${said}`);
      }
      await pause(50);
    }
  }
  return { stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopPatience);
  await ended;
  clearTimeout(timer);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
