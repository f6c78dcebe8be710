// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answers } from '#engine/flow/flow.ts';
import { viewOf } from '#tests/screens/step-harness.tsx';
import scheduleScreen from '#schemas/backup-job/schedule.json?screen';
import SchedulePart from './schedule.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

function words(data: Answers): string {
  const view = { ...viewOf('asks'), screen: 'schedule', data };
  const screens = { schedule: scheduleScreen };
  render(<SchedulePart screen={scheduleScreen} screens={screens} view={view} send={() => undefined} />);
  return screen.getByRole('region', { name: 'What the schedule comes to' }).textContent;
}

const once = (runLaterDate: string, runLaterTime?: string): Answers => ({
  scheduleType: 'LATER',
  runLaterDate,
  ...(runLaterTime !== undefined && { runLaterTime }),
});

it.each([
  ['a moment that is past', once('2026-11-26', '09:00'), 'It would not run: choose a time in the future.'],
  ['a moment that is not complete', once('2026-11-26'), 'No run yet: complete the schedule.'],
  ['a moment to come', once('2026-11-29', '09:00'), '29 Nov'],
])('summarizes %s', (_, data, said) => {
  expect(words(data)).toContain(said);
});
