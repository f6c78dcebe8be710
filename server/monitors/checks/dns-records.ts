import { Resolver } from 'node:dns/promises';
import type { Host } from '../../outbound/host.ts';
import { errorCode } from '../../outbound/outbound-failed.ts';
import { plainText } from './plain-text.ts';

/** What may be asked for (F08-62: dnsRecordType). */
export const recordTypes = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME', 'SOA', 'SRV', 'CAA', 'PTR'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The records of one type; `error` (`timed_out` or a resolver's code) when the question was not answered. */
export interface Records {
  type: RecordType;
  values: string[];
  error: string | null;
}

export interface Question {
  /** Address and port; undefined for the servers that this computer uses. */
  server: string | undefined;
  /** For all questions together. */
  milliseconds: number;
  signal: AbortSignal;
}

/** An answer may hold thousands of records; this many are kept. */
const mostValues = 100;
const longestValue = 1024;

/** Asks for each type at once. Never rejects. */
export async function askNames(
  host: Host,
  types: readonly RecordType[],
  { server, milliseconds, signal }: Question,
): Promise<Records[]> {
  // Two tries fit into the time, so that one lost packet is no failure.
  const resolver = new Resolver({ timeout: Math.max(100, Math.floor(milliseconds / 3)), tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  const end = () => resolver.cancel();
  const timer = setTimeout(end, Math.max(0, milliseconds));
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.all(types.map((type) => ask(resolver, host, type)));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

async function ask(resolver: Resolver, host: Host, type: RecordType): Promise<Records> {
  try {
    const values = await lookUp(resolver, host, type);
    return { type, values: values.slice(0, mostValues).map((each) => plainText(each, longestValue)), error: null };
  } catch (error) {
    const code = errorCode(error);
    // The name or the type is not there: that is an answer.
    if (code === 'ENOTFOUND' || code === 'ENODATA') return { type, values: [], error: null };
    return { type, values: [], error: code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'timed_out' : code || 'unknown' };
  }
}

async function lookUp(resolver: Resolver, { name, address }: Host, type: RecordType): Promise<string[]> {
  switch (type) {
    case 'A':
      return resolver.resolve4(name);
    case 'AAAA':
      return resolver.resolve6(name);
    case 'NS':
      return resolver.resolveNs(name);
    case 'CNAME':
      return resolver.resolveCname(name);
    case 'PTR':
      return address === undefined ? resolver.resolvePtr(name) : resolver.reverse(address);
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'SRV':
      return (await resolver.resolveSrv(name)).map(
        (each) => `${each.priority} ${each.weight} ${each.port} ${each.name}`,
      );
    case 'CAA':
      return (await resolver.resolveCaa(name)).map(({ critical, ...property }) =>
        [critical, ...Object.entries(property).map(([tag, value]) => `${tag} ${value}`)].join(' '),
      );
    case 'SOA': {
      const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name);
      return [`${nsname} ${hostmaster} ${serial} ${refresh} ${retry} ${expire} ${minttl}`];
    }
  }
}
