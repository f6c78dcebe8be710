import { expect, it } from 'vitest';
import { outsideMaintenance } from './outside-maintenance.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 3, minute));
const span = (since: number, until: number | null) => ({
  monitorId: 1,
  kind: 'outage' as const,
  since: at(since),
  until: until === null ? null : at(until),
});
const held = (from: number, until: number | null, monitorId = 1) => ({
  monitorId,
  from: at(from),
  until: until === null ? null : at(until),
});

it.each([
  ['keeps an incident that began before maintenance', span(5, null), [held(10, null)], [5, null]],
  ['begins one from within at the end of the maintenance', span(12, null), [held(10, 20)], [20, null]],
  ['goes on through windows that follow each other', span(12, null), [held(20, 25), held(10, 20)], [25, null]],
  ['ignores the windows of other monitors', span(12, 15), [held(10, 20, 2)], [12, 15]],
  ['begins one after a window when it began', span(22, 24), [held(10, 20)], [22, 24]],
] as const)('%s (A4)', (_, given, windows, [since, until]) => {
  expect(outsideMaintenance(given, windows, at(30))).toEqual(span(since, until));
});

it.each([
  ['came and went within maintenance', span(12, 18), [held(10, 20)]],
  ['began within maintenance that lasts', span(12, null), [held(10, null)]],
  ['began within maintenance that ends later', span(12, null), [held(10, 40)]],
] as const)('leaves out an incident that %s (A4)', (_, given, windows) => {
  expect(outsideMaintenance(given, windows, at(30))).toBeUndefined();
});
