import type { IncidentKind } from '../monitors/conditions/condition.ts';
import { conditions, isConditionName } from '../monitors/types/registry.ts';

/** From the worst to the mildest. */
const kinds: readonly IncidentKind[] = ['outage', 'disrupted', 'slow'];

/** The kind of an alert by the type of its condition, which may be gone (null) or of a later version. */
export function incidentKind(type: string | null): IncidentKind | null {
  return type !== null && isConditionName(type) ? conditions[type].incident : 'disrupted';
}

export interface Span {
  monitorId: number;
  kind: IncidentKind;
  since: Date;
  /** Null while it lasts. */
  until: Date | null;
}

/** Alerts of one monitor that overlap are one incident, of the worst kind among them. Open ones first, then the latest. */
export function incidentsOf(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  const latest = new Map<number, Span>();
  for (const span of spans.toSorted((a, b) => a.since.getTime() - b.since.getTime())) {
    const before = latest.get(span.monitorId);
    if (before && (before.until === null || before.until >= span.since)) {
      before.kind = worse(before.kind, span.kind);
      before.until = before.until === null || span.until === null ? null : later(before.until, span.until);
      continue;
    }
    const begun = { ...span };
    latest.set(span.monitorId, begun);
    found.push(begun);
  }
  const open = (span: Span) => Number(span.until === null);
  return found.sort((a, b) => open(b) - open(a) || b.since.getTime() - a.since.getTime());
}

function worse(a: IncidentKind, b: IncidentKind): IncidentKind {
  return kinds.indexOf(a) <= kinds.indexOf(b) ? a : b;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
