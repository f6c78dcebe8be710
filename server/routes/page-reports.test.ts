import { expect, it } from 'vitest';
import type { CallContext } from '../context.ts';
import { createPageErrors } from '../division/page-errors.ts';
import { pageReportHandlers } from './page-reports.ts';

const nothing = { params: undefined, query: undefined };
const flood = { message: 'm'.repeat(2000), stack: 's'.repeat(8000) };

/** A server of its own, whose clock stands until `clock.ms` is moved, with what it wrote into its log. */
function reporting(by: Pick<CallContext, 'actor' | 'userAgent'>) {
  const written: unknown[] = [];
  const clock = { ms: 0 };
  const log = {
    warn: (...line: unknown[]) => void written.push(['warn', ...line]),
    info: (...line: unknown[]) => void written.push(['info', ...line]),
  };
  const services = { pageErrors: createPageErrors(() => clock.ms) };
  return { written, clock, context: { log, services, ...by } as unknown as CallContext };
}

it('writes the errors of a page and the trace of a visit into the log (C22-03)', async () => {
  const { written, context } = reporting({
    actor: { kind: 'user', userId: 7 } as CallContext['actor'],
    userAgent: 'Firefox',
  });
  const error = { message: 'TypeError: x is undefined', route: '#/profile' };
  const trace = { route: '#/profile', spans: [{ name: 'page', start: 8, duration: 3 }] };
  await pageReportHandlers.reportError(context, { ...nothing, body: error });
  await pageReportHandlers.reportTrace(context, { ...nothing, body: trace });
  expect(written).toEqual([
    ['warn', { pageError: error, userId: 7, userAgent: 'Firefox' }, 'an error on the page'],
    ['info', { pageTrace: trace, userAgent: 'Firefox' }, 'a trace of the page'],
  ]);
});

it('cuts long errors of pages and logs at most 60 in a minute, whoever sends them (S16)', async () => {
  const { written, clock, context } = reporting({ actor: { kind: 'anonymous' }, userAgent: 'x'.repeat(16_000) });
  for (let report = 0; report < 200; report += 1)
    await pageReportHandlers.reportError(context, { ...nothing, body: flood });
  expect(written).toHaveLength(60);
  for (const line of written) expect(JSON.stringify(line).length).toBeLessThan(4000);

  clock.ms = 60_001;
  await pageReportHandlers.reportError(context, { ...nothing, body: flood });
  expect(written.slice(60)).toEqual([
    ['warn', { dropped: 140 }, 'errors on pages that were not logged'],
    ['warn', expect.anything(), 'an error on the page'],
  ]);
});
