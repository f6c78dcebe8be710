// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { speak } from './words.ts';

const asked: string[] = [];
const server = setupServer(
  http.get('*/locales/:file', ({ params }) => {
    asked.push(String(params['file']));
    return HttpResponse.json({ close: 'Close' });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

it('fetches the words of a language once (C18-04), en-us where it has none of the wanted one (C18-05)', async () => {
  await Promise.all([speak('xx-xx'), speak('en-us')]);
  await speak('en-us');
  expect(asked).toEqual(['en-us.json']);
  expect(document.documentElement.lang).toBe('en-US');
});
