import { Resolver } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { isIPv4 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { createNeighbourTable } from '../discovery/neighbours.ts';
import { openNetbios } from '../discovery/netbios.ts';
import { createLimit } from '../discovery/limit.ts';
import { osOfGreeting } from '../discovery/os-of-greeting.ts';
import { createTurns } from '../discovery/turns.ts';
import { startSweep, type Pings } from '../discovery/ping-sweep.ts';
import { readSnmp } from '../discovery/read-snmp.ts';
import { findOpenPorts, TELNET } from '../discovery/tcp-ports.ts';
import type { Login } from '../login/attempt.ts';
import { tryLogin } from '../login/login.ts';
import { bounded } from '../inventory/bounded.ts';
import { averageOf } from '../ping/average.ts';
import type { MethodHandler } from './method.ts';

type Host = AgentPart<'network.discover', 'item'>;

/** Addresses for each run of `fping`. The next ones begin when their pings are over. */
const SWEPT_AT_ONCE = 1024;
/** Between the starts of two examinations, as between two pings of `fping`. */
const EACH_MS = 1;
/** Timers are too coarse for shorter sleeps. */
const LEAST_SLEEP_MS = 5;
/** Together they stay below 4096 open files, which is the hard limit of older systems. */
const CONNECTIONS_AT_ONCE = 2048;
const SNMP_AT_ONCE = 1024;
const LOGINS_AT_ONCE = 16;
const NAME_MS = 1000;
/** For a connection to a port that was open a moment ago. */
const CONNECT_MS = 3000;

/** Examines every address, many at a time, and reports each as soon as it is known, also those that stay silent. */
export const networkDiscover: MethodHandler<'network.discover'> = async (params, { signal, progress, item }) => {
  const { addresses, snmpCredentials, telnetSshCredential, ...settings } = params;
  const total = addresses.length;
  let done = 0;
  let reached = 0;
  progress({ done, total });
  // Each connection adds an abort listener.
  setMaxListeners(0, signal);
  const names = new Resolver({ timeout: NAME_MS, tries: 1 });
  signal.addEventListener('abort', () => names.cancel(), { once: true });
  const limits = {
    connection: createLimit(CONNECTIONS_AT_ONCE),
    snmp: createLimit(SNMP_AT_ONCE),
    login: createLimit(LOGINS_AT_ONCE),
  };
  const turns = createTurns();
  const neighbours = createNeighbourTable();
  const timeoutMs = settings.pingTimeoutMS;
  const netbios = openNetbios({ timeoutMs });

  async function examine(ip: string, pings: Pings): Promise<void> {
    // A host that answers pings is tried at more ports after its last ping, and after the first examination of each other host has begun.
    const answersPings = pings.times.then((times) => times.length > 0 && turns.after().then(() => true));
    const open = findOpenPorts(ip, { answersPing: answersPings, timeoutMs, signal, limit: limits.connection });
    const offers = open.then(({ ports, sshGreeting }) => ({
      ssh: sshGreeting !== '',
      telnet: ports.includes(TELNET),
    }));
    const netbiosNameOf = async () => {
      const isUp = (await pings.answers) || (await open).ports.length > 0;
      return isUp && isIPv4(ip) ? netbios.nameOf(ip) : '';
    };
    const [{ ports, sshGreeting }, times, mac, dnsName, netbiosName, snmp, login] = await Promise.all([
      open,
      pings.times,
      // A neighbour that was pinged is in the table, whether it answered the ping or not.
      pings.times.then(() => neighbours.macOf(ip)),
      nameOf(ip, names),
      netbiosNameOf(),
      // Also of a host that answers nothing else.
      limits.snmp(() => readSnmp(ip, snmpCredentials, { timeoutMs, signal })),
      offers.then((offered) =>
        limits.login(() => loginAt(ip, telnetSshCredential, offered, { connectMs: CONNECT_MS, signal })),
      ),
    ]);
    signal.throwIfAborted();
    const answersPing = times.length > 0;
    const answersTcp = ports.length > 0;
    const host: Host = {
      ip,
      mac,
      pingMS: averageOf(times),
      dnsName,
      netbiosName,
      ports,
      ...(await offers),
      login,
      os: osOfGreeting(sshGreeting),
      snmp,
    };
    item(host);
    if (answersPing || answersTcp || snmp !== null) reached += 1;
    done += 1;
    progress({ done, total });
  }

  /** Begins the examinations at the pace of the pings. */
  async function examineAll(some: readonly string[], of: (ip: string) => Pings): Promise<void> {
    const examinations: Promise<void>[] = [];
    const begun = performance.now();
    for (const [index, ip] of some.entries()) {
      const early = index * EACH_MS - (performance.now() - begun);
      await (early > LEAST_SLEEP_MS ? sleep(early, undefined, { signal }) : turns.first());
      signal.throwIfAborted();
      examinations.push(observed(examine(ip, of(ip))));
    }
    await Promise.all(examinations);
  }

  try {
    let before: Promise<unknown> = Promise.resolve();
    for (let from = 0; from < total; from += SWEPT_AT_ONCE) {
      const some = addresses.slice(from, from + SWEPT_AT_ONCE);
      const sweep = startSweep(some, settings, signal);
      const examined = observed(examineAll(some, sweep.of));
      // At most two parts at a time, so that a large network needs no more memory than a small one.
      await Promise.all([sweep.done, before]);
      before = examined;
    }
    await before;
  } finally {
    netbios.close();
  }
  return { reached, unreachable: total - reached };
};

/** A promise that is awaited later: it may reject before. */
function observed<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** @throws the reason of the signal when it aborts */
async function loginAt(
  ip: string,
  login: Login | undefined,
  offers: Pick<Host, 'ssh' | 'telnet'>,
  options: { connectMs: number; signal: AbortSignal },
): Promise<Host['login']> {
  if (login === undefined) return 'none';
  const tried = await tryLogin(ip, login, offers, options);
  if (tried === undefined) return 'none';
  const { protocol, attempt } = tried;
  return attempt === 'accepted' ? protocol : attempt === 'unreachable' ? 'undecided' : attempt;
}

/** By reverse DNS; empty without an answer in time. The resolver itself waits longer than it is told. */
function nameOf(ip: string, names: Resolver): Promise<string> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, NAME_MS, '');
    names
      .reverse(ip)
      .then(([name = '']) => resolve(bounded(name, 255)))
      .catch(() => resolve(''))
      .finally(() => clearTimeout(late));
  });
}
