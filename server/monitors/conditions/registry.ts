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
    fails: ({ facts }, { thresholdPercent }) => atLeast(facts?.['packetLoss'], thresholdPercent),
  },
  PingTTL: {
    monitorType: 'PING',
    parameters: ['runCount', 'threshold'],
    looksAt: 'the TTL',
    fails: ({ facts }, { threshold }) => below(facts?.['ttl'], threshold),
  },
  PingResponseTime: slower('PING', 'roundTripThreshold'),
  PortState: {
    monitorType: 'PORT_SCAN',
    parameters: ['runCount', 'port', 'portState'],
    looksAt: 'this port',
    fails(found, { port, portState }) {
      const time = portTime(found, port);
      return time === undefined ? undefined : time >= 0 === (portState === 'OPEN');
    },
  },
  PortResponse: {
    monitorType: 'PORT_SCAN',
    parameters: ['runCount', 'port', 'period'],
    looksAt: 'the response time of this port',
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
    fails: ({ error }) => error === 'timed_out',
  },
  DnsResolve: failed('DNS'),
  DnsRecordType: {
    monitorType: 'DNS',
    parameters: ['runCount', 'dnsRecordType', 'contains', 'keyword'],
    looksAt: 'this text in these records',
    fails: (found, parameters) => keyword(found, String(parameters['dnsRecordType']), parameters),
  },
  WhoisExpiration: {
    monitorType: 'DNS',
    parameters: ['daysUntilWhoisExpiration'],
    looksAt: 'when the domain expires',
    fails: ({ facts }, { daysUntilWhoisExpiration }) => within(facts?.['whoisDays'], daysUntilWhoisExpiration),
  },
  EmailSSL: {
    monitorType: 'EMAIL',
    parameters: ['days'],
    looksAt: 'the mail servers’ certificates',
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
    fails: (found, parameters) => keyword(found, 'body', parameters),
  },
  SSLCertificateExpiration: {
    monitorType: 'HTTP',
    parameters: ['daysUntilSSLCertificateExpiration'],
    looksAt: 'the certificate',
    fails: ({ facts }, { daysUntilSSLCertificateExpiration }) =>
      within(facts?.['certificateDays'], daysUntilSSLCertificateExpiration),
  },
};

export function isConditionName(type: string): type is ConditionName {
  return Object.hasOwn(conditions, type);
}

function failed(monitorType: ConditionDefinition['monitorType']): ConditionDefinition {
  return { monitorType, parameters: ['runCount'], looksAt: 'failures', fails: ({ ok }) => !ok };
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

function keyword({ facts }: Judged, where: string, parameters: Readonly<Record<string, unknown>>): boolean | undefined {
  const found = facts?.[keywordFact(where, String(parameters['keyword'] ?? ''))];
  return found === undefined ? undefined : (found === 1) === (parameters['contains'] === 'CONTAINS');
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
