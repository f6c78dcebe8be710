import { describe, expect, it } from 'vitest';
import { snmp } from '../types/snmp.ts';
import type { Judged } from './condition.ts';
import { judge } from './replay.ts';

const minute = 60_000;
const to = new Date('2026-11-21T12:00:00Z');
const from = new Date(to.getTime() - 48 * 60 * minute);
/** A check a minute from an hour after the beginning. */
const checks = (...found: Partial<Judged>[]) =>
  found.map((each, index) => ({
    at: from.getTime() + 60 * minute + index * minute,
    ok: true,
    error: null,
    statusCode: null,
    responseTime: 10,
    ...each,
  }));
const at = (index: number) => new Date(from.getTime() + 60 * minute + index * minute).toISOString();
const down = { ok: false, responseTime: null };

describe('the replay of a condition', () => {
  it('tells when it would have raised and reset', () => {
    const history = checks({}, down, down, {}, {}, {}, down, down);
    const told = judge(history, { type: 'PingFailed', runCount: 2, resetThreshold: 2 }, from, to);
    expect(told).toMatchObject({
      checks: 8,
      judged: 8,
      missing: null,
      alerts: [
        { raisedAt: at(2), resetAt: at(4) },
        { raisedAt: at(7), resetAt: null },
      ],
    });
    expect(told.points.reduce((sum, { failed }) => sum + failed, 0)).toBe(4);
    expect(told.points.reduce((sum, point) => sum + point.checks, 0)).toBe(8);
  });

  it('takes a bound that was never set before', () => {
    const history = checks({ responseTime: 80 }, { responseTime: 120 }, { responseTime: 90 });
    const raised = (roundTripThreshold: number) =>
      judge(history, { type: 'PingResponseTime', runCount: 1, resetThreshold: 60, roundTripThreshold }, from, to)
        .alerts;
    expect(raised(100)).toEqual([{ raisedAt: at(1), resetAt: null }]);
    expect(raised(200)).toEqual([]);
  });

  it('judges the values of an SNMP agent, as numbers and as text', () => {
    const common = { runCount: 1, resetThreshold: 60 };
    const numbers = checks({ facts: { snmpNumber: 70 } }, { facts: { snmpNumber: 90 } }, {});
    expect(
      judge(numbers, { ...common, type: 'SnmpNumber', snmpBound: 'ABOVE', snmpNumber: 80 }, from, to),
    ).toMatchObject({
      judged: 2,
      alerts: [{ raisedAt: at(1), resetAt: null }],
      missing: '1 of 3 checks hold nothing about the value as a number.',
    });
    const text = { ...common, type: 'SnmpText', snmpText: 'up' } as const;
    const fact = snmp.conditions.SnmpText.fact({ ...text, snmpMatch: 'EQUALS' });
    const texts = checks({ facts: { [fact]: 1 } }, { facts: { [fact]: 0 } });
    expect(judge(texts, { ...text, snmpMatch: 'DIFFERS' }, from, to).alerts).toEqual([
      { raisedAt: at(1), resetAt: null },
    ]);
    expect(judge(texts, { ...text, snmpMatch: 'CONTAINS' }, from, to).judged, 'another question').toBe(0);
  });

  it('says what the history does not hold', () => {
    const days = {
      type: 'SSLCertificateExpiration',
      resetThreshold: 5,
      daysUntilSSLCertificateExpiration: 30,
    } as const;
    expect(judge(checks({}, {}), days, from, to)).toMatchObject({
      judged: 0,
      alerts: [],
      missing: 'The history holds nothing about the certificate.',
    });
    expect(judge(checks({}, { facts: { certificateDays: 20 } }), days, from, to)).toMatchObject({
      judged: 1,
      alerts: [{ raisedAt: at(1), resetAt: null }],
      missing: '1 of 2 checks hold nothing about the certificate.',
    });
    expect(judge([], days, from, to).missing).toBe('There is no history yet.');
  });
});
