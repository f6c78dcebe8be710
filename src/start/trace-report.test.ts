// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { traceVisit } from './trace-report.ts';

const sent = vi.hoisted(() => [] as unknown[]);
vi.mock('#api/client.ts', () => ({
  callApi: async (name: string, input: object) => void sent.push({ name, ...input }),
}));

const reporting = { errors: 1, traces: 0.01 };
const timeline: Record<string, object[]> = {
  navigation: [{ responseStart: 8.4, responseEnd: 11.2 }],
  paint: [{ name: 'first-contentful-paint', startTime: 240.6 }],
  resource: [
    { name: 'https://cairn.example/assets/main-Abc.js', initiatorType: 'script', startTime: 12, duration: 30 },
    { name: 'https://cairn.example/api/draft/0198-7c?secret=x', initiatorType: 'fetch', startTime: 300, duration: 9 },
    { name: 'https://cairn.example/api/cloudmonitor/12/results', initiatorType: 'fetch', startTime: 9000, duration: 9 },
  ],
};

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
  window.location.hash = '#/systemDashboard/overview?token=secret';
  vi.stubGlobal('performance', { getEntriesByType: (type: string) => timeline[type] ?? [] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells how one visit in a hundred began, and of nothing that is secret or later (C22-03)', () => {
  traceVisit({ reporting }, () => 0.0099);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([
    {
      name: 'reportTrace',
      body: {
        route: '#/systemDashboard/overview',
        spans: [
          { name: 'page', start: 8, duration: 3 },
          { name: 'first-contentful-paint', start: 241, duration: 0 },
          { name: 'script main-Abc.js', start: 12, duration: 30 },
          { name: '/api/draft/:id', start: 300, duration: 9 },
        ],
      },
    },
  ]);
});

it('tells nothing of the other ninety-nine', () => {
  traceVisit({ reporting }, () => 0.01);
  traceVisit({ reporting: { errors: 1, traces: 0 } }, () => 0);
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
});
