import { expect, it } from 'vitest';
import { moment } from './moment.ts';

it('shows the time by 24 hours, as the rest of the console (A20)', () => {
  expect(moment('2026-11-21T15:21:00')).toMatch(/15:21$/);
  expect(moment('2026-11-21T00:05:00')).toMatch(/00:05$/);
});
