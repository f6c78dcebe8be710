import { expect, it } from 'vitest';
import type { CallContext } from '../context.ts';
import { pageReportHandlers } from './page-reports.ts';

it('writes the errors of a page and the trace of a visit into the log (C22-03)', async () => {
  const written: unknown[] = [];
  const log = {
    warn: (...line: unknown[]) => void written.push(['warn', ...line]),
    info: (...line: unknown[]) => void written.push(['info', ...line]),
  };
  const context = { log, actor: { kind: 'user', userId: 7 }, userAgent: 'Firefox' } as unknown as CallContext;
  const nothing = { params: undefined, query: undefined };
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
  const written: unknown[] = [];
  const log = { warn: (detail: unknown) => void written.push(detail) };
  const context = { log, actor: { kind: 'anonymous' }, userAgent: 'x'.repeat(16_000) } as unknown as CallContext;
  const body = { message: 'm'.repeat(2000), stack: 's'.repeat(8000) };
  for (let report = 0; report < 200; report += 1)
    await pageReportHandlers.reportError(context, { params: undefined, query: undefined, body });
  expect(written.length).toBeLessThanOrEqual(60);
  for (const line of written) expect(JSON.stringify(line).length).toBeLessThan(4000);
});
