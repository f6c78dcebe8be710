import { connect } from 'node:net';
import type { Static } from 'typebox';
import type { PortFound } from '#api/contract/monitor-findings.ts';
import { numberRanges } from '#engine/vocabulary/number-ranges.ts';
import { parseHost } from '../../outbound/host.ts';
import { errorCode, OutboundFailed } from '../../outbound/outbound-failed.ts';
import { resolveTarget } from '../../outbound/resolve.ts';
import { noDetail, type Check, type StoredConfig, type Watch } from './check.ts';
import { failedOutcome, outboundOutcome, round } from './outcome.ts';
import { Turns } from './turns.ts';
import { textOf } from './stored.ts';

type Found = Static<typeof PortFound>;

/** Ports of one check at once, and of all checks of the process: each holds a file descriptor. */
const together = 25;
const everywhere = new Turns(500);
/** A port scan is no sweep: what a hand-made configuration lists beyond is not asked (F08-13). */
const mostPorts = 100;

/** What the history keeps of a port: its response time, or less than 0 where it is not open. */
export const portFact = (port: number): string => `port:${port}`;
const closed = -1;
const filtered = -2;

/** One TCP connection to each port (F08-13). It fails when a port is not open, unless a condition expects it closed. */
export const portScan: Check = {
  fields: ['hostname', 'ports'],
  secrets: {},
  target: (config) => `${textOf(config, 'hostname')}: ${textOf(config, 'ports')}`,
  async run(config, { policy, timeoutMs, signal, conditions }) {
    const startedAt = performance.now();
    const ports = portsOf(config);
    if (ports.length === 0) return failedOutcome('invalid_target', 'No port is given.');
    let address: string | undefined;
    try {
      [address] = await resolveTarget(parseHost(textOf(config, 'hostname')), policy, timeoutMs);
    } catch (error) {
      if (error instanceof OutboundFailed) return outboundOutcome(error);
      throw error;
    }
    if (address === undefined) return failedOutcome('dns_failed', 'The name has no address.');
    const found = await scan(address, ports, timeoutMs - (performance.now() - startedAt), signal);
    if (signal.aborted) return failedOutcome('cancelled', 'The check was cancelled.', { address });
    const wantedClosed = new Set(conditions.flatMap(expectedClosed));
    const missing = found.filter(({ port, state }) => state !== 'OPEN' && !wantedClosed.has(port));
    const times = found.flatMap(({ responseTime }) => (responseTime === null ? [] : [responseTime]));
    return {
      ok: missing.length === 0,
      responseTime: times.length === 0 ? null : round(times.reduce((sum, each) => sum + each, 0) / times.length),
      error: missing.length === 0 ? null : 'port_closed',
      message: words(found),
      statusCode: null,
      facts: Object.fromEntries(found.map((each) => [portFact(each.port), factOf(each)])),
      detail: { ...noDetail, address, ports: found },
    };
  },
};

/** The ports of a configuration, each once, in order. */
export function portsOf(config: StoredConfig): number[] {
  const ranges = numberRanges(textOf(config, 'ports'), { minimum: 1, maximum: 65_535 }) ?? [];
  const ports = new Set<number>();
  for (const [first, last] of ranges)
    for (let port = first; port <= last && ports.size < mostPorts; port += 1) ports.add(port);
  return [...ports].sort((a, b) => a - b);
}

function expectedClosed({ type, parameters }: Watch): number[] {
  const { port, portState } = parameters;
  return type === 'PortState' && portState === 'OPEN' && typeof port === 'number' ? [port] : [];
}

async function scan(address: string, ports: readonly number[], left: number, signal: AbortSignal): Promise<Found[]> {
  const rounds = Math.ceil(ports.length / together);
  // Every port gets the same time, so that silent ones do not use up that of the others.
  const patience = Math.max(100, left / rounds);
  const ownTurns = new Turns(together);
  return Promise.all(
    ports.map((port) => ownTurns.take(() => everywhere.take(() => look(address, port, patience, signal)))),
  );
}

function look(address: string, port: number, patience: number, signal: AbortSignal): Promise<Found> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ port, state: 'FILTERED', responseTime: null });
    const startedAt = performance.now();
    const socket = connect({ host: address, port });
    const settle = (state: Found['state']) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      socket.destroy();
      resolve({ port, state, responseTime: state === 'OPEN' ? round(performance.now() - startedAt) : null });
    };
    const giveUp = () => settle('FILTERED');
    const timer = setTimeout(giveUp, patience);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once('connect', () => settle('OPEN'));
    socket.on('error', (error) => settle(errorCode(error) === 'ECONNREFUSED' ? 'CLOSED' : 'FILTERED'));
  });
}

const factOf = ({ state, responseTime }: Found) => responseTime ?? (state === 'CLOSED' ? closed : filtered);

function words(found: readonly Found[]): string {
  const by = (state: Found['state']) => found.filter((each) => each.state === state).map(({ port }) => port);
  const part = (ports: number[], what: string) => {
    const shown =
      ports.length > 10 ? `${ports.slice(0, 10).join(', ')} and ${ports.length - 10} more` : ports.join(', ');
    return ports.length === 0 ? [] : [`${shown} ${ports.length === 1 ? 'is' : 'are'} ${what}`];
  };
  const parts = [...part(by('OPEN'), 'open'), ...part(by('CLOSED'), 'closed'), ...part(by('FILTERED'), 'silent')];
  return `${parts.join('; ')}.`;
}
