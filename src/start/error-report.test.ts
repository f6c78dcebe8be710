import { describe, expect, it } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import { isWorthReporting } from './error-report.ts';

describe('an error report (C22-01)', () => {
  it.each([
    ['an error of the page', new TypeError('x is undefined'), true],
    ['a failure of the server', new CallFailed('internal', 'Something went wrong', { status: 500 }), true],
    ['an answer that is not ours', new CallFailed('unreadable', 'Odd'), true],
    ['a client 4xx', new CallFailed('not_found', 'Not here', { status: 404 }), false],
    ['a lost network', new CallFailed('offline', 'No connection'), false],
    ['a call given up', new CallFailed('cancelled', 'Given up'), false],
    ['the browser’s own network words', new TypeError('Failed to fetch'), false],
    [
      'code that could not be fetched',
      new TypeError('Failed to fetch dynamically imported module: https://x/y.js'),
      false,
    ],
    ['an abort', new DOMException('aborted', 'AbortError'), false],
    ['noise of the layout', new Error('ResizeObserver loop completed with undelivered notifications.'), false],
  ])('of %s: %#', (_, error, worth) => expect(isWorthReporting(error)).toBe(worth));
});
