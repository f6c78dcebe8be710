import { keywordFact } from '../checks/keyword.ts';
import { portFact } from '../checks/port-scan.ts';
import type { ConditionDefinition, ConditionName, Judged } from './condition.ts';
import { hasStatus } from './status-codes.ts';

/** Every type of condition (F08-63 … F08-67). A type of the contract without a definition does not compile. */
export const conditions: { readonly [N in ConditionName]: ConditionDefinition } = {
  PingFailed: failed('PING'),
  PingPacketLoss: {
    monitorType: 'PING',
    parameters: ['runCount', 'thresholdPercent'],
    looksAt: 'packet loss',
    fact: () => 'packetLoss',
    fails: ({ facts }, { thresholdPercent }) => atLeast(facts?.['packetLoss'], thresholdPercent),
  },
  PingTTL: {
    monitorType: 'PING',
    parameters: ['runCount', 'threshold'],
    looksAt: 'the TTL',
    fact: () => 'ttl',
    fails: ({ facts }, { threshold }) => below(facts?.['ttl'], threshold),
  },
  PingResponseTime: slower('PING', 'roundTripThreshold'),
  PortState: {
    monitorType: 'PORT_SCAN',
    parameters: ['runCount', 'port', 'portState'],
    looksAt: 'this port',
    fact: ({ port }) => portFact(Number(port)),
    tellsSilence: true,
    fails(found, { port, portState }) {
      const time = portTime(found, port);
      return time === undefined ? undefined : time >= 0 === (portState === 'OPEN');
    },
  },
  PortResponse: {
    monitorType: 'PORT_SCAN',
    parameters: ['runCount', 'port', 'period'],
    looksAt: 'the response time of this port',
    fact: ({ port }) => portFact(Number(port)),
    fails(found, { port, period }) {
      const time = portTime(found, port);
      // A port that is not open has no response time; `PortState` watches that.
      return time === undefined || time < 0 ? undefined : above(time, period);
    },
  },
  DnsTimeOut: {
    monitorType: 'DNS',
    parameters: ['runCount'],
    looksAt: 'time-outs',
    tellsSilence: true,
    fails: ({ ok, error, responseTime }) => error === 'timed_out' || (ok || responseTime !== null ? false : undefined),
  },
  DnsResolve: failed('DNS'),
  DnsRecordType: {
    monitorType: 'DNS',
    parameters: ['runCount', 'dnsRecordType', 'contains', 'keyword'],
    looksAt: 'this text in these records',
    fact: (parameters) => recordFact(parameters),
    fails: (found, parameters) => contains(found.facts?.[recordFact(parameters)], parameters),
  },
  WhoisExpiration: {
    monitorType: 'DNS',
    parameters: ['daysUntilWhoisExpiration'],
    looksAt: 'when the domain expires',
    fact: () => 'whoisDays',
    fails: ({ facts }, { daysUntilWhoisExpiration }) => within(facts?.['whoisDays'], daysUntilWhoisExpiration),
  },
  EmailSSL: {
    monitorType: 'EMAIL',
    parameters: ['days'],
    looksAt: 'the mail servers’ certificates',
    fact: () => 'certificateDays',
    fails: ({ facts }, { days }) => within(facts?.['certificateDays'], days),
  },
  EmailFailed: failed('EMAIL'),
  HttpWebsiteFailed: failed('HTTP'),
  HttpResponseTime: slower('HTTP', 'period'),
  HttpCode: {
    monitorType: 'HTTP',
    parameters: ['runCount', 'httpStatusCode'],
    looksAt: 'the status code',
    fails: ({ statusCode }, { httpStatusCode }) =>
      statusCode === null ? undefined : hasStatus(httpStatusCode, statusCode),
  },
  HttpSiteKeyword: {
    monitorType: 'HTTP',
    parameters: ['runCount', 'contains', 'keyword'],
    looksAt: 'this text in the body',
    fact: (parameters) => bodyFact(parameters),
    fails: (found, parameters) => contains(found.facts?.[bodyFact(parameters)], parameters),
  },
  SSLCertificateExpiration: {
    monitorType: 'HTTP',
    parameters: ['daysUntilSSLCertificateExpiration'],
    looksAt: 'the certificate',
    fact: () => 'certificateDays',
    fails: ({ facts }, { daysUntilSSLCertificateExpiration }) =>
      within(facts?.['certificateDays'], daysUntilSSLCertificateExpiration),
  },
};

export function isConditionName(type: string): type is ConditionName {
  return Object.hasOwn(conditions, type);
}

/** Errors of this server itself: they say nothing about the target. */
const ownErrors = new Set<string | null>(['not_available', 'internal']);

function failed(monitorType: ConditionDefinition['monitorType']): ConditionDefinition {
  return {
    monitorType,
    parameters: ['runCount'],
    looksAt: 'failures',
    tellsSilence: true,
    fails: ({ ok, error }) => (ownErrors.has(error) ? undefined : !ok),
  };
}

/** Slower than so many milliseconds. A time-out is slower than any bound; another failure says nothing about time. */
function slower(
  monitorType: ConditionDefinition['monitorType'],
  parameter: 'roundTripThreshold' | 'period',
): ConditionDefinition {
  return {
    monitorType,
    parameters: ['runCount', parameter],
    looksAt: 'the response time',
    fails: ({ responseTime, error }, parameters) =>
      responseTime === null ? error === 'timed_out' || undefined : above(responseTime, parameters[parameter]),
  };
}

function portTime({ facts }: Judged, port: unknown): number | undefined {
  return typeof port === 'number' ? facts?.[portFact(port)] : undefined;
}

type Parameters = Readonly<Record<string, unknown>>;
const recordFact = ({ dnsRecordType, keyword }: Parameters) =>
  keywordFact(String(dnsRecordType), String(keyword ?? ''));
const bodyFact = ({ keyword }: Parameters) => keywordFact('body', String(keyword ?? ''));

function contains(found: number | undefined, { contains: wanted }: Parameters): boolean | undefined {
  return found === undefined ? undefined : (found === 1) === (wanted === 'CONTAINS');
}

type Compare = (value: number | undefined, bound: unknown) => boolean | undefined;
const compare =
  (holds: (value: number, bound: number) => boolean): Compare =>
  (value, bound) =>
    value === undefined || typeof bound !== 'number' ? undefined : holds(value, bound);
const above = compare((value, bound) => value > bound);
const below = compare((value, bound) => value < bound);
const atLeast = compare((value, bound) => value >= bound);
/** Days left: on the day of the bound, and when nothing is left. */
const within = compare((value, bound) => value <= bound);
