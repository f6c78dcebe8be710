import { describe, expect, it } from 'vitest';
import { noDetail, type Outcome } from '../checks/check.ts';
import { keywordFact } from '../checks/keyword.ts';
import type { Monitored } from '../monitored.ts';
import { record } from '../results/check-record.ts';
import type { ConditionName } from '../conditions/condition.ts';
import { isCheckType } from '../checks/registry.ts';
import { conditions, monitorTypes } from './registry.ts';

const minute = 60_000;
const good: Outcome = { ok: true, responseTime: 10, error: null, message: '', statusCode: null, detail: noDetail };
const outcome = (more: Partial<Outcome> = {}): Outcome => ({ ...good, ...more });
const facts = (more: Record<string, number>) => outcome({ facts: more });
const down = outcome({ ok: false, responseTime: null, error: 'connection_refused' });
const late = outcome({ ok: false, responseTime: null, error: 'timed_out' });
const word = { contains: 'CONTAINS', keyword: 'error' };
const noWord = { contains: 'NOT_CONTAINS', keyword: 'welcome' };

interface Case {
  type: ConditionName;
  parameters: Record<string, unknown>;
  fails: Outcome;
  holds: Outcome;
  /** Says nothing about it; left out where every check says something. */
  silent?: Outcome;
}

const cases: Case[] = [
  { type: 'PingFailed', parameters: {}, fails: down, holds: good },
  {
    type: 'PingPacketLoss',
    parameters: { thresholdPercent: 33 },
    fails: facts({ packetLoss: 33.3 }),
    holds: facts({ packetLoss: 0 }),
    silent: down,
  },
  {
    type: 'PingTTL',
    parameters: { threshold: 60 },
    fails: facts({ ttl: 59 }),
    holds: facts({ ttl: 60 }),
    silent: down,
  },
  {
    type: 'PingResponseTime',
    parameters: { roundTripThreshold: 10 },
    fails: outcome({ responseTime: 10.1 }),
    holds: good,
    silent: outcome({ ok: false, responseTime: null, error: 'no_reply' }),
  },
  {
    type: 'PortState',
    parameters: { port: 22, portState: 'OPEN' },
    fails: facts({ 'port:22': 3 }),
    holds: facts({ 'port:22': -1 }),
    silent: down,
  },
  {
    type: 'PortState',
    parameters: { port: 22, portState: 'CLOSED' },
    fails: facts({ 'port:22': -2 }),
    holds: facts({ 'port:22': 3 }),
    silent: facts({ 'port:23': 1 }),
  },
  {
    type: 'PortResponse',
    parameters: { port: 22, period: 100 },
    fails: facts({ 'port:22': 101 }),
    holds: facts({ 'port:22': 100 }),
    silent: facts({ 'port:22': -1 }),
  },
  { type: 'DnsTimeOut', parameters: {}, fails: late, holds: outcome({ ok: false, error: 'dns_failed' }) },
  { type: 'DnsResolve', parameters: {}, fails: outcome({ ok: false, error: 'dns_failed' }), holds: good },
  {
    type: 'DnsRecordType',
    parameters: { dnsRecordType: 'TXT', ...word },
    fails: facts({ [keywordFact('TXT', 'error')]: 1 }),
    holds: facts({ [keywordFact('TXT', 'error')]: 0 }),
    silent: facts({ [keywordFact('MX', 'error')]: 1 }),
  },
  {
    type: 'WhoisExpiration',
    parameters: { daysUntilWhoisExpiration: 30 },
    fails: facts({ whoisDays: 30 }),
    holds: facts({ whoisDays: 31 }),
    silent: good,
  },
  {
    type: 'EmailSSL',
    parameters: { days: 30 },
    fails: facts({ certificateDays: -1 }),
    holds: facts({ certificateDays: 31 }),
    silent: down,
  },
  { type: 'EmailFailed', parameters: {}, fails: outcome({ ok: false, error: 'mail_missing' }), holds: good },
  {
    type: 'HttpWebsiteFailed',
    parameters: {},
    fails: outcome({ ok: false, error: 'http_status', statusCode: 500 }),
    holds: good,
  },
  {
    type: 'HttpResponseTime',
    parameters: { period: 500 },
    fails: late,
    holds: outcome({ responseTime: 500 }),
    silent: outcome({ ok: false, responseTime: null, error: 'dns_failed' }),
  },
  {
    type: 'HttpCode',
    parameters: { httpStatusCode: '404, 500-599' },
    fails: outcome({ statusCode: 503 }),
    holds: outcome({ statusCode: 200 }),
    silent: down,
  },
  {
    type: 'HttpSiteKeyword',
    parameters: noWord,
    fails: facts({ [keywordFact('body', 'welcome')]: 0 }),
    holds: facts({ [keywordFact('body', 'welcome')]: 1 }),
    silent: facts({ [keywordFact('body', 'other')]: 0 }),
  },
  {
    type: 'SSLCertificateExpiration',
    parameters: { daysUntilSSLCertificateExpiration: 14 },
    fails: facts({ certificateDays: 14 }),
    holds: facts({ certificateDays: 15 }),
    silent: down,
  },
  { type: 'SnmpFailed', parameters: {}, fails: down, holds: good },
  {
    type: 'SnmpText',
    parameters: { snmpMatch: 'DIFFERS', snmpText: 'up' },
    fails: facts({ [keywordFact('snmpEquals', 'up')]: 0 }),
    holds: facts({ [keywordFact('snmpEquals', 'up')]: 1 }),
    silent: down,
  },
  {
    type: 'SnmpText',
    parameters: { snmpMatch: 'CONTAINS', snmpText: 'error' },
    fails: facts({ [keywordFact('snmpContains', 'error')]: 1 }),
    holds: facts({ [keywordFact('snmpContains', 'error')]: 0 }),
    silent: down,
  },
  {
    type: 'SnmpNumber',
    parameters: { snmpBound: 'ABOVE', snmpNumber: 80 },
    fails: facts({ snmpNumber: 80.5 }),
    holds: facts({ snmpNumber: 80 }),
    silent: down,
  },
  {
    type: 'SnmpNumber',
    parameters: { snmpBound: 'BELOW', snmpNumber: 10 },
    fails: facts({ snmpNumber: 9 }),
    holds: facts({ snmpNumber: 10 }),
    silent: facts({}),
  },
];

function typeOf(condition: ConditionName) {
  const [type] = Object.entries(monitorTypes).find(([, { conditions: own }]) => Object.hasOwn(own, condition)) ?? [''];
  if (!isCheckType(type)) throw new Error(`no type of monitor has ${condition}`);
  return type;
}

/** A monitor with this one condition, raised after two failures and reset after three minutes. */
function watched({ type, parameters }: Case): Monitored {
  return {
    id: 1,
    shard: 1,
    type: typeOf(type),
    frequencyMs: minute,
    timeoutMs: 1000,
    config: {},
    checkedAt: undefined,
    ok: undefined,
    since: undefined,
    maintenance: undefined,
    owes: false,
    conditions: [
      {
        id: 1,
        type,
        parameters,
        runCount: 2,
        resetThreshold: 3,
        failures: 0,
        lastFailureAt: undefined,
        raisedAt: undefined,
        unanswered: 0,
        unansweredRaisedAt: undefined,
        unansweredReason: undefined,
      },
    ],
  };
}

describe('every type of condition (F08-63 … F08-67)', () => {
  it('is in these tests', () => {
    expect(new Set(cases.map(({ type }) => type))).toEqual(new Set(Object.keys(conditions)));
  });

  it.each(cases)(
    '$type $parameters raises after its run count and resets after its interval (F08-48, F08-62)',
    (each) => {
      const monitor = watched(each);
      const checks = [each.holds, each.fails, each.fails, each.fails, each.holds, each.holds, each.holds];
      const moved = checks.map((check, index) => changesOf(monitor, check, index));
      expect(moved.flat()).toEqual(['raised at 2', 'reset at 6']);
    },
  );

  it.each(cases.filter(({ silent }) => silent))(
    '$type $parameters neither counts nor resets at a check that cannot answer it (F2)',
    (each) => {
      expect(conditions[each.type].fails(each.silent ?? good, each.parameters)).toBeUndefined();
      const monitor = watched(each);
      const checks = [each.fails, each.silent ?? good, each.fails];
      expect(checks.flatMap((check, index) => changesOf(monitor, check, index))).toEqual(['raised at 2']);
    },
  );

  it.each(cases.filter(({ silent }) => silent))(
    '$type $parameters raises an alert of its own when checks cannot answer it, until one can (F2)',
    (each) => {
      const monitor = watched(each);
      const silent = { ...(each.silent ?? good), message: 'Nothing came back.' };
      const checks = [each.holds, silent, silent, silent, silent, each.holds];
      const moved = checks.flatMap((check, index) => changesOf(monitor, check, index));
      const raised = 'runCount' in (monitor.conditions[0]?.parameters ?? {}) ? 2 : 3;
      expect(moved).toEqual([`raised at ${raised} UNANSWERED`, 'reset at 5 UNANSWERED']);
    },
  );
});

function changesOf(monitor: Monitored, check: Outcome, index: number): string[] {
  return record(monitor, check, index * minute).moves.flatMap(({ changes }) =>
    changes.map(({ kind, change }) => `${change} at ${index}${kind === 'UNANSWERED' ? ' UNANSWERED' : ''}`),
  );
}
