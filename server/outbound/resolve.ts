import { readFile, stat } from 'node:fs/promises';
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { refusal, type TargetPolicy } from './address-policy.ts';
import { askNameServers, nameServerWords } from './ask-names.ts';
import { plainAddress, type Host } from './host.ts';
import { errorCode } from './error-code.ts';
import { OutboundFailed } from './outbound-failed.ts';
import { secondsText } from './quantities.ts';

/** Maximum addresses of a name to try. */
const most = 4;

/**
 * Resolves a host once and checks every answer: the addresses (IPv4 first, at most four), or `OutboundFailed`
 * `dns_failed`, `timed_out` or `address_refused`. One refused answer refuses the name: mixed answers are a sign of DNS rebinding.
 */
export async function resolveTarget(host: Host, policy: TargetPolicy, milliseconds: number): Promise<string[]> {
  const addresses = host.address === undefined ? await answersFor(host.name, milliseconds) : [host.address];
  for (const address of addresses) {
    // In its usual spelling, because the reason quotes it.
    const reason = refusal(plainAddress(address), policy);
    if (reason !== undefined) throw new OutboundFailed('address_refused', reason);
  }
  return addresses.slice(0, most);
}

async function answersFor(name: string, milliseconds: number): Promise<string[]> {
  const plain = name.replace(/\.$/, '');
  if (plain === 'localhost' || plain.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const written = (await hostsFile()).get(plain);
  if (written) return written;
  // A single label needs the system's search list, `.local` needs mDNS: only getaddrinfo supports those, and it blocks a thread.
  const viaSystem = !plain.includes('.') || plain.endsWith('.local');
  return viaSystem
    ? within(milliseconds, systemAnswers(plain, performance.now() + milliseconds))
    : serverAnswers(name, milliseconds);
}

// Creating a resolver reads the system's configuration, so its servers are cached for 30 seconds.
const serversMaxAge = 30_000;
let system: { servers: string[]; readAt: number } | undefined;

/** The name servers of this computer. */
export function systemNameServers(): string[] {
  const now = performance.now();
  if (!system || now - system.readAt > serversMaxAge) system = { servers: new Resolver().getServers(), readAt: now };
  return system.servers;
}

/** How long to wait for IPv6 answers once IPv4 addresses are known, in milliseconds: some name servers ignore AAAA queries. */
const ipv6Grace = 150;

async function serverAnswers(name: string, milliseconds: number): Promise<string[]> {
  const patience = { servers: systemNameServers(), milliseconds };
  const six = askNameServers((resolver) => resolver.resolve6(name), patience).catch(() => []);
  try {
    const four = await askNameServers((resolver) => resolver.resolve4(name), patience);
    return [...four, ...(await Promise.race([six, pause(ipv6Grace, [])]))];
  } catch (error) {
    const answers = await six;
    if (answers.length > 0) return answers;
    throw dnsFailure(name, error, milliseconds);
  }
}

// libuv has four threads for files, hashing and getaddrinfo together; slow names must not occupy them all.
const threads = 2;
let busy = 0;
const waiting: (() => void)[] = [];

async function systemAnswers(name: string, deadline: number): Promise<string[]> {
  if (busy >= threads) await new Promise<void>((resolve) => waiting.push(resolve));
  busy += 1;
  try {
    // The caller has timed out: leave the thread to the next lookup.
    if (performance.now() > deadline) return [];
    const found = await lookup(name, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  } catch (error) {
    throw systemFailure(name, error);
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
}

function dnsFailure(name: string, reason: unknown, milliseconds: number): OutboundFailed {
  return new OutboundFailed('dns_failed', dnsWords(name, errorCode(reason), milliseconds), reason);
}

function dnsWords(name: string, code: string, milliseconds: number): string {
  switch (code) {
    case 'ENOTFOUND':
      return `The name ${name} does not exist (NXDOMAIN).`;
    case 'ENODATA':
      return `${name} exists but has no A or AAAA record.`;
    case 'ETIMEOUT':
      return `No name server answered for ${name} within ${secondsText(milliseconds)}.`;
    default:
      return `The name server ${nameServerWords(code, name)}.`;
  }
}

/** getaddrinfo does not distinguish a missing name from a missing address. */
function systemFailure(name: string, reason: unknown): OutboundFailed {
  const words =
    errorCode(reason) === 'EAI_AGAIN' ? `No name server answered for ${name}.` : `The name ${name} has no address.`;
  return new OutboundFailed('dns_failed', words, reason);
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OutboundFailed('dns_failed', 'The name was not resolved in time.')),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const hostsPath =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';
const hostsMaxAge = 5000;
let hosts: { names: Map<string, string[]>; readAt: number; changedAt: number } = {
  names: new Map(),
  readAt: -Infinity,
  changedAt: 0,
};

/** The names of the hosts file, cached for five seconds. */
async function hostsFile(): Promise<Map<string, string[]>> {
  const now = performance.now();
  if (now - hosts.readAt < hostsMaxAge) return hosts.names;
  hosts.readAt = now;
  try {
    const { mtimeMs } = await stat(hostsPath);
    if (mtimeMs !== hosts.changedAt)
      hosts = { names: parseHosts(await readFile(hostsPath, 'utf8')), readAt: now, changedAt: mtimeMs };
  } catch {
    // There is no hosts file.
    hosts.names = new Map();
  }
  return hosts.names;
}

export function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!address || !ipaddr.isValid(address)) continue;
    for (const alias of aliases) {
      const key = alias.toLowerCase();
      names.set(
        key,
        [...(names.get(key) ?? []), address].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':'))),
      );
    }
  }
  return names;
}
