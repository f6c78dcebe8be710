import { describe, expect, it } from 'vitest';
import type { IncidentKind } from '../monitors/conditions/condition.ts';
import { incidentKind, incidentsOf, type Span } from './incidents.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 8, minute));
const span = (monitorId: number, kind: IncidentKind, since: number, until: number | null): Span => ({
  monitorId,
  kind,
  since: at(since),
  until: until === null ? null : at(until),
});

describe('incidents', () => {
  it('are one where alerts of a monitor overlap, of the worst kind', () => {
    expect(incidentsOf([span(1, 'slow', 0, 10), span(1, 'outage', 5, 30), span(1, 'disrupted', 30, 31)])).toEqual([
      span(1, 'outage', 0, 31),
    ]);
  });

  it('are several where there was a time between, or another monitor', () => {
    const found = incidentsOf([span(1, 'slow', 0, 10), span(1, 'slow', 11, 12), span(2, 'outage', 5, 6)]);
    expect(found).toEqual([span(1, 'slow', 11, 12), span(2, 'outage', 5, 6), span(1, 'slow', 0, 10)]);
  });

  it('stay open as long as one of them is, and stand first then', () => {
    expect(incidentsOf([span(1, 'outage', 0, null), span(1, 'slow', 2, 3), span(2, 'slow', 8, 9)])).toEqual([
      span(1, 'outage', 0, null),
      span(2, 'slow', 8, 9),
    ]);
  });

  it('are not what only technicians care for', () => {
    expect(incidentKind('SSLCertificateExpiration')).toBeNull();
    expect(incidentKind('WhoisExpiration')).toBeNull();
    expect(incidentKind('HttpWebsiteFailed')).toBe('outage');
    expect(incidentKind(null)).toBe('disrupted');
    expect(incidentKind('constructor')).toBe('disrupted');
  });
});
