// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers } from '#engine/flow/flow.ts';
import { viewOf } from '#tests/screens/step-harness.tsx';
import consolidationScreen from '#schemas/managed-folder/consolidation.json?screen';
import retentionScreen from '#schemas/managed-folder/retention.json?screen';
import ConsolidationPart from './consolidation.tsx';
import RetentionPart from './retention.tsx';

const consolidation = consolidationScreen.defaults;
const screens = { consolidation: consolidationScreen, retention: retentionScreen };
const send = () => undefined;

beforeEach(() => {
  // A Friday.
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

function retention(data: Answers, of: Answers = consolidation): HTMLElement {
  const view = {
    ...viewOf('asks'),
    screen: 'retention',
    data: { ...retentionScreen.defaults, ...data },
    answers: { consolidation: of },
  };
  render(<RetentionPart screen={retentionScreen} screens={screens} view={view} send={send} />);
  return screen.getByRole('region', { name: 'What retention keeps' });
}

function days(data: Answers): HTMLElement {
  const view = { ...viewOf('asks'), screen: 'consolidation', data: { ...consolidation, ...data } };
  render(<ConsolidationPart screen={consolidationScreen} screens={screens} view={view} send={send} />);
  return screen.getByRole('region', { name: 'What the days come to' });
}

const rowsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .join(' | '),
    );

describe('the table of what retention keeps', () => {
  it('follows the answers of both steps (F07-16, F07-17)', () => {
    const region = retention({ daysToRetainIntraDailyImages: 1, monthsToRetainConsolidatedMonthlyImages: 120 });
    expect(rowsOf(region)).toEqual([
      'Every backup | 1 day | 26 Nov 2026',
      'One a day | 15 days | 8 Nov 2026',
      'One a week | 90 days | 1 Aug 2026',
      'One a month | 120 months | 30 Nov 2016',
    ]);
    expect(region.textContent).not.toContain('sub-directory');
  });

  it('says that merged images take space where they are moved (F07-18)', () => {
    expect(retention({ moveConsolidatedImagesToSubDirectory: true }).textContent).toContain('they still take space');
  });

  it('says why everything is kept while retention or consolidation is off (F07-11, F07-15)', () => {
    expect(retention({ retentionEnabled: false }).textContent).toContain('retention is off');
    cleanup();
    expect(retention({}, { ...consolidation, consolidationEnabled: false }).textContent).toContain(
      'consolidation is off',
    );
  });

  it('waits for numbers that are not there', () => {
    expect(retention({ daysToRetainIntraDailyImages: undefined }).textContent).toContain('Complete the numbers');
  });
});

describe('the days of consolidation', () => {
  it('say when the next images are made (F07-11, F07-13, F07-14)', () => {
    expect(days({}).textContent).toContain(
      'The next weekly image is made at the end of Sat, 28 Nov 2026, the next monthly image at the end of Mon, 30 Nov 2026.',
    );
  });

  it('list the next ten merges (F07-11, F07-13)', () => {
    const list = within(days({})).getByRole('list', { name: 'Next merges' });
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toHaveLength(10);
    expect(rows.slice(0, 3)).toEqual([
      'Sat, 28 Nov 2026 weekly image',
      'Mon, 30 Nov 2026 monthly image',
      'Sat, 5 Dec 2026 weekly image',
    ]);
  });

  it('say that none are made while it is off', () => {
    const region = days({ consolidationEnabled: false });
    expect(region.textContent).toContain('Consolidation is off');
    expect(within(region).queryByRole('list')).toBeNull();
  });
});
