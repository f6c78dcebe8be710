import { callApi } from '#api/client.ts';
import type { Me } from '../session/session.ts';

/** Spans that begin later do not belong to the start of the visit. */
const startLastsMs = 5000;
const mostSpans = 100;

interface Span {
  name: string;
  start: number;
  duration: number;
}

/** Anonymous span names: a file by its initiator and name, a call by its path without ids and query. */
function nameOf({ name, initiatorType }: PerformanceResourceTiming): string {
  const { pathname } = new URL(name);
  if (!pathname.startsWith('/api/')) return `${initiatorType} ${pathname.split('/').at(-1)?.slice(0, 100) ?? ''}`;
  return pathname.replaceAll(/\/[\da-f-]*\d[\da-f-]*(?=\/|$)/g, '/:id').slice(0, 200);
}

function spansOf(timeline: Performance): Span[] {
  const navigation = timeline.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const paints = timeline.getEntriesByType('paint');
  const fetched = timeline.getEntriesByType('resource') as PerformanceResourceTiming[];
  return [
    ...navigation.map(({ responseStart, responseEnd }) => ({
      name: 'page',
      start: responseStart,
      duration: responseEnd - responseStart,
    })),
    ...paints.map(({ name, startTime }) => ({ name, start: startTime, duration: 0 })),
    ...fetched.map((entry) => ({ name: nameOf(entry), start: entry.startTime, duration: entry.duration })),
  ]
    .filter(({ start }) => start <= startLastsMs)
    .slice(0, mostSpans)
    .map(({ name, start, duration }) => ({
      name,
      start: Math.round(start),
      duration: Math.round(Math.max(0, duration)),
    }));
}

/** Sends the server a trace of the visit's start, sampled at the rate that it configured (C22-03). */
export function traceVisit({ reporting }: Pick<Me, 'reporting'>, chance: () => number = Math.random): void {
  if (chance() >= reporting.traces) return;
  const route = window.location.hash.split('?')[0]?.slice(0, 500) ?? '';
  setTimeout(() => {
    callApi('reportTrace', { body: { route, spans: spansOf(performance) } }).catch(() => undefined);
  }, startLastsMs);
}
