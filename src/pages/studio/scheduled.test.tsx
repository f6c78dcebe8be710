// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import details from '#schemas/organization/details.json' with { type: 'json' };
import { editedScreen } from '#tests/console/edited-screen.ts';
import { ada, at, given, open, withConsole } from '#tests/console/harness.tsx';
import { loadFlow } from '../../flow/registry.ts';
import '../../flow/console-flows.ts';

// A simulated page imports no module from the server.
vi.mock('./load-edited.ts', () => ({
  loadEdited: async (flow: string) => ({
    loaded: await loadFlow(flow),
    preview: await import('../../gallery/preview.ts'),
  }),
}));

withConsole();
const owner = { ...ada, sysadmin: false, permissions: ['SYSTEM:Studio.Access'] };
const text = `${JSON.stringify(details, undefined, 2)}\n`;
const other = text.replace('"title": "Details"', '"title": "Particulars"');
const scheduled = { at, by: 'Grace Hopper', note: 'Finance', base: 3, failure: null, text: other };
const edited = { ...editedScreen(text), number: 3 };
const done = { resultCode: 'SUCCESS' as const };
const stored = { count: 0, told: [] };
let asked: unknown[] = [];
beforeEach(() => {
  asked = [];
  given({
    readEditedScreen: () => edited,
    keepScreenEdit: () => ({ ...done, problems: [] }),
    scheduleScreen: ({ body }) => {
      asked.push(body);
      return { ...done, problems: [], broken: [], stored };
    },
    cancelScheduledScreen: ({ body }) => {
      asked.push(body);
      return done;
    },
  });
});
const editScreen = () => open('/studio/organization/details', owner);

async function chooseTime() {
  const user = await editScreen();
  await user.type(await screen.findByRole('textbox', { name: 'Title of the screen' }), '!');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Publish …' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Publish …' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'At a time' }));
  const field = await dialog.findByLabelText(/Date and time/);
  return { user, dialog, field };
}

describe('the publication at a time', () => {
  it('is scheduled in the zone of the viewer', async () => {
    const { user, dialog, field } = await chooseTime();
    await user.click(dialog.getByRole('button', { name: 'Check and schedule' }));
    expect(await dialog.findByText('Choose a date and a time')).toBeDefined();
    fireEvent.change(field, { target: { value: '2026-12-01T09:30' } });
    await user.type(dialog.getByLabelText('Note'), 'Finance');
    await user.click(dialog.getByRole('button', { name: 'Check and schedule' }));
    const local = new Date('2026-12-01T09:30').toISOString();
    await waitFor(() => expect(asked).toEqual([{ note: 'Finance', at: local }]));
    expect(await screen.findByText(/^The screen will be published on .*2026/)).toBeDefined();
  });

  it('shows the refusal of the server at the field', async () => {
    const wrong = 'Choose a time in the future, at most 90 days ahead';
    given({ scheduleScreen: () => new MockRefusal('invalid_input', { fields: { '/at': wrong } }) });
    const { user, dialog, field } = await chooseTime();
    fireEvent.change(field, { target: { value: '2020-12-01T09:30' } });
    await user.click(dialog.getByRole('button', { name: 'Check and schedule' }));
    expect(await dialog.findByText(wrong)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a scheduled publication', () => {
  it('is cancelled after a confirmation that shows its text', async () => {
    given({ readEditedScreen: () => ({ ...edited, scheduled }) });
    const user = await editScreen();
    expect(await screen.findByText(/^Version 4 will be published on .* by Grace Hopper$/)).toBeDefined();
    expect(screen.getByText(/Note: Finance/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Title: “Details” → “Particulars”')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Cancel publication' }));
    await waitFor(() => expect(asked).toEqual([{ take: false }]));
  });

  it('says why it was not published, and is taken back as a change', async () => {
    const failure = { at, reason: 'Version 4 was published meanwhile.' };
    given({ readEditedScreen: () => ({ ...edited, scheduled: { ...scheduled, failure } }) });
    const user = await editScreen();
    expect(await screen.findByText(/^Version 4, scheduled for .* by Grace Hopper, was not published$/)).toBeDefined();
    expect(screen.getByText(/Version 4 was published meanwhile\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Take as my change' }));
    await waitFor(() => expect(asked).toEqual([{ take: true }]));
  });

  it('shows the path that it breaks when it is published at once', async () => {
    const broken = [
      {
        flow: 'organization',
        problems: ['Next leads nowhere'],
        steps: ['open as NEW'],
        state: 'editing.details',
        spelled: '',
      },
    ];
    given({
      readEditedScreen: () => ({ ...edited, scheduled }),
      publishScheduledScreen: () => ({ resultCode: 'REFUSED', number: null, problems: [], broken, stored }),
    });
    const user = await editScreen();
    await user.click(await screen.findByRole('button', { name: 'Publish now' }));
    expect(await screen.findByText('1 path of the flow breaks')).toBeDefined();
  });

  it('is listed in the Studio', async () => {
    const { text: _text, ...listed } = scheduled;
    given({ listScheduledScreens: () => [{ flow: 'organization', screen: 'details', organization: null, ...listed }] });
    await open('/studio', owner);
    const list = within(await screen.findByRole('region', { name: /^Scheduled publications/ }));
    expect(list.getByRole('link').getAttribute('href')).toContain('/studio/organization/details');
  });
});
