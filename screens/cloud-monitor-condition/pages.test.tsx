// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Answers } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { OptionSourcesProvider, type OptionSource } from '#screens/options/option-sources.tsx';
import { StepScreen } from '#screens/step-screen.tsx';
import { viewOf } from '#tests/screens/step-harness.tsx';
import condition from '#schemas/cloud-monitor-condition/condition.json?screen';
import settings from '#schemas/cloud-monitor-condition/settings.json?screen';

const screens = { condition, settings };
const flow = { id: 'cloud-monitor-condition', title: { NEW: 'Add a condition', EDIT: 'Edit condition' } } as never;
const channel = async () => [{ value: 4, label: 'On call' }];
const none = async () => [];

async function open(
  id: keyof typeof screens,
  data: Answers,
  mode: 'NEW' | 'EDIT' = 'NEW',
  notificationChannel: OptionSource = channel,
): Promise<UserEvent> {
  const user = userEvent.setup();
  const { defaults } = screens[id];
  const view: StepView = {
    ...viewOf('asks'),
    flow: 'cloud-monitor-condition',
    mode,
    screen: id,
    state: `editing.${id}`,
    data: { ...defaults, ...data },
    answers: { settings: { monitorType: 'PING', type: 'PingFailed', runCount: 3 } },
  };
  await act(async () =>
    render(
      <MantineProvider env="test">
        <OptionSourcesProvider value={{ notificationChannel, ticketTemplate: none, ticketRuleset: none }}>
          <StepScreen flow={flow} screens={screens} view={view} send={() => undefined} />
        </OptionSourcesProvider>
      </MantineProvider>,
    ),
  );
  await screen.findByRole('heading', { level: 1 });
  return user;
}

describe('the dialog of a condition', () => {
  it('asks after how long it resets (F08-48), and whom to tell, by which channels (F08-50)', async () => {
    await open('condition', {});
    expect(await screen.findByText(/^Reset interval/)).toBeDefined();
    expect(await screen.findByText(/^Notify technicians/)).toBeDefined();
    expect(await screen.findByText(/^Notification channels/)).toBeDefined();
  });

  it('offers the channels that there are, and lets one go that is no longer there (F08-50)', async () => {
    const user = await open('condition', { notificationChannelIds: [9] });
    const channels = await screen.findByRole('combobox', { name: /^Notification channels/ });
    expect(await screen.findAllByText('No longer offered (9)')).toHaveLength(1);
    await user.click(channels);
    // In the field, and in the list that opens.
    expect(await screen.findAllByText('No longer offered (9)')).toHaveLength(2);
    await user.click(await screen.findByRole('option', { name: 'On call' }));
    await user.keyboard('{Escape}{Backspace}');
    await waitFor(() => expect(screen.queryByText('No longer offered (9)')).toBeNull());
    expect(screen.getAllByText('On call')).toHaveLength(2);
  });

  it('says where there is no channel yet, and tries again where they could not be read (F08-50)', async () => {
    await open('condition', {}, 'NEW', none);
    expect(await screen.findByPlaceholderText('Nothing to choose from')).toBeDefined();
    cleanup();
    let asked = 0;
    const user = await open('condition', {}, 'NEW', async () => {
      if ((asked += 1) === 1) throw new Error('offline');
      return channel();
    });
    await screen.findByText('The choices could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('combobox', { name: /^Notification channels/ });
  });

  it('explains severity and priority on demand (F08-49)', async () => {
    const user = await open('condition', {});
    for (const [name, words] of [
      ['Severity', /Critical: work is blocked/],
      ['Priority', /High: immediately/],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: `Help for ${name}` }));
      expect((await screen.findByRole('note')).textContent).toMatch(words);
      await user.keyboard('{Escape}');
    }
  });

  it('asks what becomes of a ticket where there is ticketing (F08-51), by which rules where there are some (F08-52)', async () => {
    await open('condition', { ticketingAvailable: true, ticketRulesEnabled: true, ticketingAction: 'CREATE' });
    expect(await screen.findByText(/^Ticket template/)).toBeDefined();
    expect(await screen.findByText(/^Ticket ruleset/)).toBeDefined();
  });

  it('asks nothing of tickets where there are none (F08-51, F08-52)', async () => {
    await open('condition', { ticketingAction: 'CREATE' });
    await screen.findByText(/^Reset interval/);
    expect(screen.queryByText(/^Ticket (template|ruleset)/)).toBeNull();
  });

  it.each([
    ['Add', 'NEW'],
    ['Save', 'EDIT'],
  ] as const)('has %s and Cancel when it is %s (F08-53, F08-71)', async (label, mode) => {
    await open('condition', {}, mode);
    expect(await screen.findByRole('button', { name: label })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });
});

describe('the settings of a condition', () => {
  it.each([
    [
      'a share above 100 (F08-76)',
      /^Packet loss/,
      { monitorType: 'PING', type: 'PingPacketLoss', thresholdPercent: 101 },
    ],
    ['a threshold of nothing (F08-76)', /^Threshold/, { monitorType: 'PING', type: 'PingTTL', threshold: 0 }],
    ['no keyword (F08-77)', /^Keyword/, { monitorType: 'HTTP', type: 'HttpSiteKeyword', contains: 'CONTAINS' }],
    ['a code that is none (F08-78)', /code/i, { monitorType: 'HTTP', type: 'HttpCode', httpStatusCode: '99' }],
  ])('say what is wrong with %s at its field', async (_, label, data) => {
    const user = await open('settings', { ...data, runCount: 3 });
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    const field = screen
      .getAllByLabelText(label)
      .find((one) => one.tagName === 'INPUT' && one.getAttribute('aria-invalid') === 'true');
    expect(field).toBeDefined();
    const described = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const words = described.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    expect(words).toMatch(/\w{3,}/);
    expect(within(document.body).getAllByRole('link').length).toBeGreaterThan(0);
  });
});
