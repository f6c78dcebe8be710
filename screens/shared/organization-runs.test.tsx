// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers } from '#engine/flow/flow.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import jobScreen from '#schemas/directory-discovery/schedule.json?screen';
import scanScreen from '#schemas/network-scan/details.json?screen';
import windowScreen from '#schemas/maintenance/window.json?screen';
import { viewOf } from '#tests/screens/step-harness.tsx';
import JobPart from '../directory-discovery/schedule.tsx';
import { FlowAnswersProvider } from '../form/depended.ts';
import { FormProvider } from '../form/form-context.tsx';
import { FormStore } from '../form/form-store.ts';
import { awaitedBy } from '../form/resolver.ts';
import WindowPart from '../maintenance/window.tsx';
import ScanPart from '../network-scan/details.tsx';
import { OptionSourcesProvider } from '../options/option-sources.tsx';
import type { SpecialPartProps } from '../registry.tsx';
import { FormatContext, formatIn } from './format.ts';

beforeAll(() => awaitedBy([jobScreen, scanScreen, windowScreen]));
beforeEach(() => {
  // A Friday.
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Shown {
  answers?: Record<string, Answers>;
  viewer?: string;
  zones?: () => Promise<{ value: string; label: string }[]>;
}

/** Renders the special part of a screen next to a form that holds these answers. */
function show(
  Part: (props: SpecialPartProps) => React.ReactNode,
  of: CompiledScreen,
  data: Answers,
  { answers = {}, viewer = 'Europe/Berlin', zones }: Shown = {},
): FormStore {
  const store = new FormStore(of, { ...of.defaults, ...data });
  const berlin = async (organization: unknown) =>
    organization === 7 ? [{ value: 'Europe/Berlin', label: 'Europe/Berlin' }] : [];
  render(
    <FormatContext value={formatIn('en-US', viewer)}>
      <OptionSourcesProvider value={{ zoneOfOrganization: zones ?? berlin }}>
        <FlowAnswersProvider value={answers}>
          <FormProvider value={{ store, mode: 'NEW', idPrefix: 'x', Form: () => null }}>
            <Part screen={of} screens={{}} view={viewOf('asks')} send={() => undefined} />
          </FormProvider>
        </FlowAnswersProvider>
      </OptionSourcesProvider>
    </FormatContext>,
  );
  return store;
}

const runs = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
const daily = { org: 7, repeats: 'DAILY', runAt: '02:00' };

describe('the next runs of a schedule without an end', () => {
  it('are ten, by the clocks of the organization of a network scan', async () => {
    show(ScanPart, scanScreen, daily);
    const ten = await runs();
    expect([ten.length, ten[0], ten[9]]).toEqual([10, 'Sat, 28 Nov 2026, 02:00', 'Mon, 7 Dec 2026, 02:00']);
    expect(screen.getByRole('list', { name: 'Next runs in Europe/Berlin' })).toBeDefined();
    expect(screen.queryByText(/^In /)).toBeNull();
  });

  it('are shown by the clocks of the viewer too where those differ', async () => {
    show(ScanPart, scanScreen, daily, { viewer: 'America/New_York' });
    expect((await runs())[0]).toBe('Sat, 28 Nov 2026, 02:00Fri, 27 Nov 2026, 20:00');
    expect(screen.getByText('In America/New York')).toBeDefined();
  });

  it('follow the fields, and are not shown while one is missing or invalid', async () => {
    const store = show(ScanPart, scanScreen, { org: 7, repeats: 'HOURLY', minuteOfHour: 15 });
    expect((await runs())[0]).toBe('Fri, 27 Nov 2026, 13:15');
    const change = async (pointer: string, value: unknown) => {
      store.change(pointer, value);
      return vi.waitFor(() => screen.queryAllByRole('listitem').length);
    };
    await change('/minuteOfHour', 60);
    await vi.waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
    expect(screen.queryByRole('status')).toBeNull();
    await change('/minuteOfHour', 30);
    expect((await runs())[0]).toBe('Fri, 27 Nov 2026, 13:30');
    await change('/repeats', 'WEEKLY');
    await change('/daysOfWeek', []);
    await vi.waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
    expect(screen.queryByRole('status')).toBeNull();
    await change('/daysOfWeek', ['MON']);
    expect((await runs())[1]).toBe('Mon, 7 Dec 2026, 02:00');
  });

  it('say so when the zone could not be loaded', async () => {
    show(ScanPart, scanScreen, daily, { zones: () => Promise.reject(new Error('offline')) });
    expect(await screen.findByText(/time zone of the organization could not be loaded/)).toBeDefined();
  });

  it('are those of a directory job by its organization, on the last day for 0 (F04-56)', async () => {
    const schedule = { repeats: 'MONTHLY', dayOfMonth: 0, runAt: '02:00' };
    show(JobPart, jobScreen, schedule, { answers: { directory: { clientId: 7, jobType: 'SCHEDULED' } } });
    const ten = await runs();
    expect(ten.slice(0, 3)).toEqual(['Mon, 30 Nov 2026, 02:00', 'Thu, 31 Dec 2026, 02:00', 'Sun, 31 Jan 2027, 02:00']);
  });
});

describe('the next runs of a maintenance that repeats', () => {
  const weekly = { repeats: 'WEEKLY', daysOfWeek: ['FRI'], runAt: '12:30', lasts: 3600, timeZone: 'Europe/Berlin' };

  it('begin with the one under way, by the clocks of the organization', async () => {
    show(WindowPart, windowScreen, { ...weekly, ruleZone: 'Europe/Berlin' });
    expect((await runs()).slice(0, 2)).toEqual(['Fri, 27 Nov 2026, 12:30', 'Fri, 4 Dec 2026, 12:30']);
  });

  it('name no time zone where the organizations have different ones', async () => {
    show(WindowPart, windowScreen, weekly, { viewer: 'America/New_York' });
    expect((await runs())[1]).toBe('Fri, 4 Dec 2026, 12:30');
    expect(screen.getByRole('list', { name: 'Next runs by the clocks of each organization' })).toBeDefined();
  });

  it('are none of a single window, which says its time by its fields', () => {
    show(WindowPart, windowScreen, { repeats: 'ONCE', startType: 'NOW', endType: 'NEVER', timeZone: 'UTC' });
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });
});
