import type { Span } from './incidents.ts';

/** A maintenance of a monitor; `until` null for one without an end. */
export interface Held {
  monitorId: number;
  from: Date;
  until: Date | null;
}

/**
 * What of an incident the public hears: what began during maintenance begins when that is over, if it lasts that long. What
 * began before goes on through it, since maintenance ends no incident. Undefined when nothing is left.
 */
export function outsideMaintenance(span: Span, held: readonly Held[], now: Date): Span | undefined {
  let since = span.since;
  const own = held
    .filter(({ monitorId }) => monitorId === span.monitorId)
    .toSorted((a, b) => a.from.getTime() - b.from.getTime());
  for (const { from, until } of own) {
    if (since < from || (until !== null && since >= until)) continue;
    if (until === null || until > now) return undefined;
    since = until;
  }
  return span.until !== null && span.until <= since ? undefined : { ...span, since };
}
