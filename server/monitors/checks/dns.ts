import { hostAndPort, parseHost, type Host } from '../../outbound/host.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { resolveTarget } from '../../outbound/resolve.ts';
import { noDetail, type Check, type CheckContext, type StoredConfig } from './check.ts';
import { askNames, recordTypes, type RecordType, type Records } from './dns-records.ts';
import { domainKnown, errorWords, keywordsKnown, outcomeWords } from './dns-facts.ts';
import { known } from './known.ts';
import { failedOutcome, outboundOutcome, round } from './outcome.ts';
import { textOf } from './stored.ts';

/**
 * A name looked up (F08-12). It fails when no server answers in time, and when the name has no record of what is watched: its
 * addresses, and what conditions look at. "Test now" asks for the rest as well, to show it; the verdict is the same.
 */
export const dns: Check = {
  fields: ['hostname', 'dnsServer'],
  secrets: {},
  target: (config) => textOf(config, 'hostname'),
  async run(config, context) {
    const startedAt = performance.now();
    const left = () => context.timeoutMs - (performance.now() - startedAt);
    let host: Host;
    let server: string | undefined;
    try {
      host = parseHost(textOf(config, 'hostname'));
      server = await serverOf(config, context);
    } catch (error) {
      if (error instanceof OutboundFailed) return outboundOutcome(error);
      throw error;
    }
    const askedAt = performance.now();
    const watched = watchedTypes(host, context);
    const asked = context.wantAll && host.address === undefined ? recordTypes : watched;
    const records = await askNames(host, asked, {
      server,
      milliseconds: left(),
      signal: context.signal,
    });
    const took = round(performance.now() - askedAt);
    if (context.signal.aborted) return failedOutcome('cancelled', 'The check was cancelled.');
    const domain = await domainOf(host, context, left());
    const judged = records.filter(({ type }) => watched.includes(type));
    const found = judged.some(({ values }) => values.length > 0);
    const silent = !found && judged.some(({ error }) => error === 'timed_out');
    const about = { host, server, milliseconds: context.timeoutMs };
    return {
      ok: found,
      responseTime: judged.some(answered) ? took : null,
      error: found ? null : silent ? 'timed_out' : 'dns_failed',
      message: outcomeWords(about, judged),
      statusCode: null,
      ...known(keywordsKnown(about, records, context.conditions), domainKnown(domain)),
      detail: {
        ...noDetail,
        dns: {
          server: server ?? null,
          records: records.map(({ type, values, error }) => ({
            type,
            values,
            error: error === null ? null : errorWords(about, error),
          })),
        },
        domain: domain ?? null,
      },
    };
  },
};

/** The address and port of the server to ask, checked; undefined for those that this computer uses. Rejects with `OutboundFailed`. */
async function serverOf(config: StoredConfig, { policy, timeoutMs }: CheckContext): Promise<string | undefined> {
  const given = textOf(config, 'dnsServer').trim();
  if (given === '') return undefined;
  const { host, port } = hostAndPort(given, 53);
  const [address] = await resolveTarget(host, policy, timeoutMs);
  if (address === undefined) throw new OutboundFailed('dns_failed', 'The name server’s name has no address.');
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/**
 * An address is asked for its name, a name for its addresses, and both for what conditions look at: those types come first, since
 * messages name the first that has a record.
 */
function watchedTypes(host: Host, { conditions }: CheckContext): RecordType[] {
  if (host.address !== undefined) return ['PTR'];
  const watched = conditions.flatMap(({ type, parameters }) =>
    type === 'DnsRecordType' ? recordTypes.filter((each) => each === parameters['dnsRecordType']) : [],
  );
  return [...new Set([...watched, 'A' as const, 'AAAA' as const])];
}

async function domainOf(host: Host, { conditions, wantAll, domains, policy }: CheckContext, left: number) {
  if (host.address !== undefined) return undefined;
  if (!wantAll && !conditions.some(({ type }) => type === 'WhoisExpiration')) return undefined;
  return domains.find(host.name, policy, left);
}

/** That a name is not there, or that a server will not say, is an answer; silence and a closed port are none. */
function answered({ error }: Records): boolean {
  return error !== 'timed_out' && error !== 'ECONNREFUSED';
}
