// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import { setMe } from '../session/session.ts';
import { isWorthReporting, reportError } from './error-report.ts';

interface Report {
  message: string;
  stack?: string;
  route?: string;
}

const sent = vi.hoisted(() => [] as Report[]);
vi.mock('#api/client.ts', () => ({
  callApi: async (_: string, { body }: { body: Report }) => void sent.push(body),
}));

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

it('reports every error unless told otherwise (C22-02), the same one once', () => {
  const errors = Array.from({ length: 15 }, (_, index) => new Error(`number ${index}`));
  for (const error of [...errors, ...errors]) reportError(error);
  expect(sent.map(({ message }) => message)).toEqual(errors.map(({ message }) => `Error: ${message}`));
});

it('reports none where the server wants none (C22-02)', () => {
  sent.length = 0;
  setMe({ reporting: { errors: 0, traces: 0 } } as never);
  reportError(new Error('unwanted'));
  setMe(undefined);
  expect(sent).toEqual([]);
});

it('leaves out what may be a token', () => {
  sent.length = 0;
  window.location.hash = '#/setup?token=abc';
  reportError(new Error('cannot open "https://cairn.example/#/setup?token=abc" (really?)'));
  expect(sent[0]).toMatchObject({
    message: 'Error: cannot open "https://cairn.example/#/setup?…" (really?)',
    route: '#/setup?…',
  });
  expect(JSON.stringify(sent)).not.toContain('abc');
});
