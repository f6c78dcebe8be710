import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PingSettings } from './ping-settings.ts';

/** Without privileges `fping` refuses a shorter pause between two requests to one address. */
const SHORTEST_PERIOD_MS = 10;

interface Options {
  settings: PingSettings;
  /** Milliseconds between two requests, whatever their addresses. */
  intervalMs: number;
  signal: AbortSignal;
  /** Called with each reply: milliseconds. */
  onReply(address: string, time: number): void;
}

/** Pings many addresses in turn. Resolves to whether `fping` could send: it is missing, may not run, or refuses the options. */
export function sweepByFping(addresses: readonly string[], options: Options): Promise<boolean> {
  const { settings, intervalMs, signal, onReply } = options;
  const { pingsPerNode: count, pingTimeoutMS: timeout, pingPacketTTL: ttl } = settings;
  const period = Math.max(SHORTEST_PERIOD_MS, settings.delayBetweenPingsMS);
  const numbers = ['-C', count, '-p', period, '-t', timeout, '-H', ttl, '-i', intervalMs].map(String);
  const longest = count * (Math.max(period, addresses.length * intervalMs) + timeout) + 10_000;
  return new Promise((resolve) => {
    const child = spawn('fping', [...numbers, ...addresses], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      timeout: longest,
      signal,
      killSignal: 'SIGKILL',
    });
    let sent = false;
    createInterface(child.stdout).on('line', (line) => {
      const reply = replyIn(line);
      if (reply) onReply(reply.address, reply.time);
    });
    // At the end it lists every address to which it could send.
    createInterface(child.stderr).on('line', (line) => (sent ||= isSummary(line)));
    child.once('error', () => resolve(false));
    child.once('close', () => resolve(sent));
  });
}

/** `10.0.0.1 : [0], 64 bytes, 0.52 ms (0.52 avg, 0% loss)`; undefined for a request without a reply. */
export function replyIn(line: string): { address: string; time: number } | undefined {
  const [host = '', rest = ''] = line.split(' : ');
  const time = /^\[\d+\], \d+ bytes, ([\d.]+) ms/.exec(rest)?.[1];
  return time === undefined ? undefined : { address: host.trim(), time: Number(time) };
}

/** `10.0.0.1 : 0.52 -`: one column for each request. */
function isSummary(line: string): boolean {
  return /^[\d.\- ]+$/.test(line.split(' : ')[1] ?? '');
}
