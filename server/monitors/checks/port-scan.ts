import { connect } from 'node:net';
import type { Static } from 'typebox';
import type { PortFound } from '#api/contract/monitor-findings.ts';
import { numberRanges } from '#engine/vocabulary/number-ranges.ts';
import { parseHost } from '../../outbound/host.ts';
import { errorCode } from '../../outbound/error-code.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { secondsText } from '../../outbound/quantities.ts';
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
    const patience = patienceFor(ports, timeoutMs - (performance.now() - startedAt));
    const found = await scan(address, ports, patience, signal);
    if (signal.aborted) return failedOutcome('cancelled', 'The check was cancelled.', { address });
    const wantedClosed = new Set(conditions.flatMap(expectedClosed));
    const missing = found.filter(({ port, state }) => state !== 'OPEN' && !wantedClosed.has(port));
    const times = found.flatMap(({ responseTime }) => (responseTime === null ? [] : [responseTime]));
    return {
      ok: missing.length === 0,
      responseTime: times.length === 0 ? null : round(times.reduce((sum, each) => sum + each, 0) / times.length),
      error: missing.length === 0 ? null : 'port_closed',
      message: portWords(found, patience, timeoutMs),
      statusCode: null,
      notes: Object.fromEntries(found.map((each) => [portFact(each.port), portWords([each], patience, timeoutMs)])),
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

/** Every port gets the same time, so that silent ones do not use up that of the others. */
function patienceFor(ports: readonly number[], left: number): number {
  return Math.max(100, left / Math.ceil(ports.length / together));
}

async function scan(
  address: string,
  ports: readonly number[],
  patience: number,
  signal: AbortSignal,
): Promise<Found[]> {
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
    socket.on('error', (error) => settle(stateOf(errorCode(error))));
  });
}

const factOf = ({ state, responseTime }: Found) => responseTime ?? (state === 'CLOSED' ? closed : filtered);

function stateOf(code: string): Found['state'] {
  switch (code) {
    case 'ECONNREFUSED':
      return 'CLOSED';
    // The peer accepted and reset at once, before this computer heard of the connection (TCP wrappers, a full service).
    case 'ECONNRESET':
    case 'EPIPE':
      return 'OPEN';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return 'UNREACHABLE';
    default:
      return 'FILTERED';
  }
}

/** `Port 22 is open; ports 80, 443 are closed (connection refused).` */
function portWords(found: readonly Found[], patience: number, timeoutMs: number): string {
  // The part of a second that looking up the name took is no news.
  const limit = secondsText(found.length > together ? patience : timeoutMs);
  const says: Record<Found['state'], [one: string, several: string]> = {
    OPEN: ['is open', 'are open'],
    CLOSED: ['is closed (connection refused)', 'are closed (connection refused)'],
    FILTERED: [`did not answer within ${limit}`, `did not answer within ${limit}`],
    UNREACHABLE: ['cannot be reached: no route leads to the target', 'cannot be reached: no route leads to the target'],
  };
  const parts = (['OPEN', 'CLOSED', 'FILTERED', 'UNREACHABLE'] as const).flatMap((state) => {
    const ports = found.filter((each) => each.state === state).map(({ port }) => port);
    if (ports.length === 0) return [];
    const shown =
      ports.length > 10 ? `${ports.slice(0, 10).join(', ')} and ${ports.length - 10} more` : ports.join(', ');
    return [ports.length === 1 ? `port ${shown} ${says[state][0]}` : `ports ${shown} ${says[state][1]}`];
  });
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
