import { Resolver } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { isIPv4 } from 'node:net';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { readArpTable } from '../discovery/arp-table.ts';
import { readNetbiosName } from '../discovery/netbios.ts';
import { osOfGreeting } from '../discovery/os-of-greeting.ts';
import { pingAll } from '../discovery/ping-sweep.ts';
import { readSnmp } from '../discovery/read-snmp.ts';
import { findOpenPorts, TELNET } from '../discovery/tcp-ports.ts';
import type { Login } from '../login/attempt.ts';
import { tryLogin } from '../login/login.ts';
import { bounded } from '../inventory/bounded.ts';
import { averageOf } from '../ping/average.ts';
import type { MethodHandler } from './method.ts';

type Host = AgentPart<'network.discover', 'item'>;

/** Addresses for each run of `fping`. */
const PINGED_AT_ONCE = 64;
/** Addresses that are examined concurrently, with up to 20 connections each. */
const EXAMINED_AT_ONCE = 16;
const NAME_MS = 1000;
/** For a connection to a port that was open a moment ago. */
const CONNECT_MS = 3000;

/** Examines every address, a few at a time, and reports each as soon as it is known, also those that stay silent. */
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

  async function examine(ip: string, times: readonly number[], mac: string | undefined): Promise<void> {
    const answersPing = times.length > 0;
    const timeoutMs = settings.pingTimeoutMS;
    const { ports, sshGreeting } = await findOpenPorts(ip, { answersPing, timeoutMs, signal });
    const answersTcp = ports.length > 0;
    const offers = { ssh: sshGreeting !== '', telnet: ports.includes(TELNET) };
    const [dnsName, netbiosName, snmp, login] = await Promise.all([
      nameOf(ip, names),
      (answersPing || answersTcp) && isIPv4(ip) ? readNetbiosName(ip, { timeoutMs, signal }) : '',
      // Also of a host that answers nothing else.
      readSnmp(ip, snmpCredentials, { timeoutMs, signal }),
      loginAt(ip, telnetSshCredential, offers, { connectMs: CONNECT_MS, signal }),
    ]);
    signal.throwIfAborted();
    const host: Host = {
      ip,
      pingMS: averageOf(times),
      ...(mac !== undefined && { mac }),
      dnsName,
      netbiosName,
      ports,
      ...offers,
      login,
      os: osOfGreeting(sshGreeting),
      snmp,
    };
    item(host);
    if (answersPing || answersTcp || snmp !== null) reached += 1;
    done += 1;
    progress({ done, total });
  }

  for (let from = 0; from < total; from += PINGED_AT_ONCE) {
    const waiting = addresses.slice(from, from + PINGED_AT_ONCE);
    const times = await pingAll(waiting, settings, signal);
    const macs = await readArpTable(signal);
    const work = async (): Promise<void> => {
      for (let ip = waiting.shift(); ip !== undefined; ip = waiting.shift())
        await examine(ip, times.get(ip) ?? [], macs.get(ip));
    };
    await Promise.all(Array.from({ length: EXAMINED_AT_ONCE }, work));
  }
  return { reached, unreachable: total - reached };
};

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

async function nameOf(ip: string, names: Resolver): Promise<string> {
  try {
    const [name = ''] = await names.reverse(ip);
    return bounded(name, 255);
  } catch {
    return '';
  }
}
