import type { Resolver } from 'node:dns/promises';
import { askNameServers } from '../../outbound/ask-names.ts';
import type { Host } from '../../outbound/host.ts';
import { errorCode } from '../../outbound/error-code.ts';
import { systemNameServers } from '../../outbound/resolve.ts';
import { plainText } from './plain-text.ts';

/** What may be asked for (F08-62: dnsRecordType). */
export const recordTypes = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'CNAME', 'SOA', 'SRV', 'CAA', 'PTR'] as const;
export type RecordType = (typeof recordTypes)[number];

/** The records of one type; `error` (`timed_out` or a resolver's code) when the question was not answered. */
export interface Records {
  type: RecordType;
  values: string[];
  error: string | null;
  /** The answer was that the name does not exist (NXDOMAIN), not only that it has no record of the type. */
  noName: boolean;
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
export function askNames(
  host: Host,
  types: readonly RecordType[],
  { server, milliseconds, signal }: Question,
): Promise<Records[]> {
  const patience = { servers: server === undefined ? systemNameServers() : [server], milliseconds, signal };
  return Promise.all(
    types.map(async (type) => {
      try {
        const values = await askNameServers((resolver) => lookUp(resolver, host, type), patience);
        const kept = values.slice(0, mostValues).map((each) => plainText(each, longestValue));
        return { type, values: kept, error: null, noName: false };
      } catch (error) {
        const code = errorCode(error);
        if (code === 'ENOTFOUND' || code === 'ENODATA')
          return { type, values: [], error: null, noName: code === 'ENOTFOUND' };
        return { type, values: [], error: code === 'ETIMEOUT' ? 'timed_out' : code || 'unknown', noName: false };
      }
    }),
  );
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
      // c-ares gives bytes as latin1; the parts of a long text may be cut within a character.
      return (await resolver.resolveTxt(name)).map((parts) => Buffer.from(parts.join(''), 'latin1').toString('utf8'));
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
