import { expect, it } from 'vitest';
import type { PerformanceSample } from '#api/contract/agent-methods/performance.ts';
import { placeSamples } from './place-samples.ts';

const now = new Date('2026-06-15T12:00:20Z');
const sample = (at: string, more: Partial<PerformanceSample> = {}): PerformanceSample => ({
  at,
  cpu: 0.5,
  memory: null,
  volumes: [],
  ...more,
});
const minutes = (sentAt: string, ...samples: PerformanceSample[]) =>
  placeSamples({ sentAt, samples }, now).map(({ at }) => new Date(at).toISOString());

it('places a sample at the start of its minute', () => {
  expect(minutes('2026-06-15T12:00:20Z', sample('2026-06-15T11:59:59Z'))).toEqual(['2026-06-15T11:59:00.000Z']);
});

it('corrects a clock that is off by whole minutes, and leaves one that is off by seconds', () => {
  expect(minutes('2026-06-15T10:30:22Z', sample('2026-06-15T10:29:10Z'))).toEqual(['2026-06-15T11:59:00.000Z']);
  expect(minutes('2031-01-01T00:00:20Z', sample('2031-01-01T00:00:00Z'))).toEqual(['2026-06-15T12:00:00.000Z']);
  expect(minutes('2026-06-15T12:00:48Z', sample('2026-06-15T12:00:40Z'))).toEqual(['2026-06-15T12:00:00.000Z']);
});

it('drops what lies ahead, what is older than a day, and an instant that no clock shows', () => {
  const sentAt = '2026-06-15T12:00:20Z';
  expect(minutes(sentAt, sample('2026-06-15T12:05:00Z'), sample('2026-06-14T11:50:00Z'))).toEqual([]);
  expect(minutes(sentAt, sample('2026-06-14T12:01:00Z'))).toHaveLength(1);
  expect(minutes('2016-12-31T23:59:60Z', sample('2026-06-15T11:59:00Z'))).toEqual([]);
});

it('tells volumes by their plain names once, and none that is full beyond its size', () => {
  const volumes = [
    { mount: '/', size: 100, used: 120 },
    { mount: 'D\u202E:', size: 100, used: 40 },
    { mount: 'D :', size: 200, used: 50 },
    { mount: '\u200B', size: 100, used: 50 },
    { mount: 'empty', size: 0, used: 0 },
  ];
  const placed = placeSamples(
    { sentAt: now.toISOString(), samples: [sample(now.toISOString(), { memory: 0.25, volumes })] },
    now,
  );
  expect(placed.map(({ kind, name, size, value }) => [kind, name, size, value])).toEqual([
    ['CPU', '', null, 0.5],
    ['MEMORY', '', null, 0.25],
    ['VOLUME', '/', 100, 1],
    ['VOLUME', 'D :', 200, 0.25],
  ]);
});
