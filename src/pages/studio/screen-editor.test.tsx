// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import details from '#schemas/organization/details.json' with { type: 'json' };
import template from '#schemas/ticket-template/details.json' with { type: 'json' };
import { editedScreen } from '#tests/console/edited-screen.ts';
import { ada, at, given, open, withConsole } from '#tests/console/harness.tsx';
import { loadFlow } from '../../flow/registry.ts';
import '../../flow/console-flows.ts';

const drawing = vi.hoisted(() => ({ fails: false }));
const BrokenStage = (): never => {
  throw new Error('the option source "nowhere" is unknown');
};

// A simulated page imports no module from the server.
vi.mock('./load-edited.ts', () => ({
  loadEdited: async (flow: string) => {
    const preview = await import('../../gallery/preview.ts');
    return { loaded: await loadFlow(flow), preview: drawing.fails ? { ...preview, Stage: BrokenStage } : preview };
  },
}));

withConsole();
const owner = { ...ada, sysadmin: false, permissions: ['SYSTEM:Studio.Access'] };
const text = `${JSON.stringify(details, undefined, 2)}\n`;
const edited = editedScreen(text);
let kept: string[] = [];
beforeEach(() => {
  kept = [];
  drawing.fails = false;
  given({
    readEditedScreen: () => edited,
    keepScreenEdit: ({ body }) => {
      kept.push(body.text);
      return { resultCode: 'SUCCESS', problems: [] };
    },
  });
});
const documentKept = () => JSON.parse(kept.at(-1) ?? '{}') as typeof details & Record<string, unknown>;
const editScreen = () => open('/studio/organization/details', owner);

describe('the editor of a screen', () => {
  it('adds a field of its own, and says the change as a person reads it', async () => {
    const user = await editScreen();
    await user.type(await screen.findByRole('textbox', { name: 'Title of the new field' }), 'Cost centre');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    const changes = await screen.findByRole('region', { name: 'Changes' });
    expect(within(changes).getByText('New field “Cost centre”')).toBeDefined();
    await waitFor(() =>
      expect(documentKept().schema.properties).toHaveProperty('costCentre', {
        type: 'string',
        maxLength: 250,
        title: 'Cost centre',
      }),
    );
  });

  it('offers no new field where the flow has no place to store its answer', async () => {
    const own = `${JSON.stringify(template, undefined, 2)}\n`;
    given({ readEditedScreen: () => ({ ...editedScreen(own), flow: 'ticket-template', screen: 'details' }) });
    await open('/studio/ticket-template/details', owner);
    expect(await screen.findByText(/^Fields cannot be added here/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Title of the new field' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Title of the screen' })).toBeDefined();
  });

  it('says that a screen cannot be drawn, and goes on editing it', async () => {
    drawing.fails = true;
    const reported = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const user = await editScreen();
    expect(await screen.findByText('The page cannot draw this screen')).toBeDefined();
    expect(screen.getByText('the option source "nowhere" is unknown')).toBeDefined();
    await user.type(await screen.findByRole('textbox', { name: 'Title of the screen' }), '!');
    await waitFor(() => expect(documentKept().title).toBe('Details!'));
    reported.mockRestore();
  });

  it('previews the screen in use where a change with errors was opened again', async () => {
    const wrong = text.replace('"maxLength"', '"maxLenght"');
    given({
      readEditedScreen: () => ({ ...edited, edit: { text: wrong, base: 0, keptAt: '2026-11-30T08:00:00Z' } }),
      keepScreenEdit: () => ({
        resultCode: 'SUCCESS',
        problems: [{ pointer: '/schema', message: '"maxLenght" is not known here', line: 1, column: 1 }],
      }),
    });
    await editScreen();
    const preview = await screen.findByRole('region', { name: 'Screen' });
    expect(await within(preview).findByRole('textbox', { name: 'Description' })).toBeDefined();
  });

  it('takes over what the repository has, and takes it back', async () => {
    const other = text.replace('"title": "Details"', '"title": "Particulars"');
    given({ readEditedScreen: () => ({ ...edited, repository: { text: other, commit: '0123456789abcdef' } }) });
    const user = await editScreen();
    const said = 'The repository has another document of this screen (commit 0123456)';
    expect(await screen.findByText(said)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Take it over' }));
    await waitFor(() => expect(documentKept().title).toBe('Particulars'));
    expect(screen.queryByText(said)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(said)).toBeDefined();
  });

  it('changes a bound and takes it back, and redoes it', async () => {
    const user = await editScreen();
    await user.click(await screen.findByRole('button', { name: /^Description/ }));
    const most = screen.getByRole('textbox', { name: 'Maximum characters' });
    await user.clear(most);
    await user.type(most, '500{Enter}');
    const changes = await screen.findByRole('region', { name: 'Changes' });
    await waitFor(() =>
      expect(within(changes).getByText('“Description”: maximum characters 1000 → 500')).toBeDefined(),
    );
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    expect(await screen.findByRole('region', { name: 'Changes' })).toBeDefined();
  });

  it('removes a field everywhere in the document, and moves one', async () => {
    const user = await editScreen();
    await user.click(await screen.findByRole('button', { name: 'Remove “Description”' }));
    await waitFor(() => expect(kept).toHaveLength(1));
    expect(JSON.stringify(documentKept())).not.toContain('"description":{');
    expect(documentKept().examples.valid.every((one) => !('description' in one))).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Move “Time zone” up' }));
    await waitFor(() => expect(documentKept().ui['ui:order'].slice(0, 2)).toEqual(['timeZoneId', 'name']));
  });

  it('says what is wrong in the document with its line, and does not offer to publish it', async () => {
    given({
      keepScreenEdit: () => ({
        resultCode: 'SUCCESS',
        problems: [{ line: 4, column: 7, message: '"titel" is not known' }],
      }),
    });
    const user = await editScreen();
    await user.type(await screen.findByRole('textbox', { name: 'Title of the screen' }), '!');
    expect((await screen.findByText('Line 4, column 7')).parentElement?.textContent).toContain('"titel" is not known');
    expect(screen.getByRole('button', { name: 'Publish …' })).toHaveProperty('disabled', true);
  });

  it('shows the way to what a change breaks, step by step, and publishes nothing then', async () => {
    const played: unknown[] = [];
    given({
      publishScreen: () => ({
        resultCode: 'REFUSED',
        number: null,
        problems: [],
        broken: [
          {
            flow: 'organization',
            problems: ['Next leads nowhere'],
            steps: ['open as NEW', 'submit details'],
            state: 'editing.details',
            spelled: 'NEW: submit details example 1',
          },
          {
            flow: 'cloud-monitor',
            problems: ['Back leads nowhere'],
            steps: [],
            state: '',
            spelled: 'NEW: back',
          },
        ],
        stored: {
          count: 3,
          told: [
            { kind: 'record', name: 'Northwind', problems: ['Details: Name: Use at most 5 characters'] },
            { kind: 'record', name: '', problems: ['Details: Name: Use at most 5 characters'] },
          ],
        },
      }),
      playScreenPath: ({ body }) => {
        played.push(body);
        const snapshot = { value: 'closed', context: {} };
        const step = { state: 'closed', screen: '', heading: '', says: [], snapshot };
        return {
          steps: [
            { ...step, name: 'open as NEW', problems: [] },
            { ...step, name: 'submit details', problems: ['Next leads nowhere'] },
          ],
          changed: [],
        };
      },
    });
    const user = await editScreen();
    await user.type(await screen.findByRole('textbox', { name: 'Title of the screen' }), '!');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Publish …' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('button', { name: 'Publish …' }));
    await user.click(await screen.findByRole('button', { name: 'Check and publish' }));
    const result = await screen.findByRole('region', { name: 'Check' });
    expect(within(result).getByText('2 paths of the flow break')).toBeDefined();
    expect(
      within(result)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(
      expect.arrayContaining([
        'open as NEW',
        'submit details',
        'In the flow “Add a cloud monitor”, which takes a part of this screen:Back leads nowhereStep through',
        'NorthwindDetails: Name: Use at most 5 characters',
        'A record that you may not seeDetails: Name: Use at most 5 characters',
      ]),
    );
    expect(within(result).getByText('3 stored records or drafts no longer open or save')).toBeDefined();
    expect(within(result).getByText('And 1 more')).toBeDefined();
    const [own, other] = within(result).getAllByRole('button', { name: 'Step through' });
    await user.click(own as HTMLElement);
    const player = await screen.findByRole('dialog', { name: 'The path that breaks' });
    expect(await within(player).findByText('Step 2 of 2')).toBeDefined();
    expect(within(player).getByText('Next leads nowhere')).toBeDefined();
    expect(played).toEqual([{ path: 'NEW: submit details example 1' }]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'The path that breaks' })).toBeNull());
    await user.click(other as HTMLElement);
    await waitFor(() => expect(played.at(-1)).toEqual({ path: 'NEW: back', of: 'cloud-monitor' }));
  });

  it('rolls back to the built-in screen', async () => {
    const asked: unknown[] = [];
    const version = {
      number: 3,
      note: 'Finance',
      publishedBy: 'Ada Byron',
      publishedAt: at,
      asShipped: false,
      commit: null,
      notCommitted: '',
    };
    const other = text.replace('"title": "Details"', '"title": "Particulars"');
    given({
      readEditedScreen: () => ({ ...edited, text: other, number: 3, versions: [{ ...version, text: other }] }),
      rollBackScreen: ({ body }) => {
        asked.push(body);
        return { resultCode: 'SUCCESS', number: 4 };
      },
    });
    const user = await editScreen();
    const versions = await screen.findByRole('list', { name: 'Versions' });
    await user.click(within(versions).getByRole('button', { name: 'Roll back' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Title: “Particulars” → “Details”')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(asked).toEqual([{ number: 0 }]));
  });

  const stale = (edit: string, published: string) =>
    given({
      readEditedScreen: () => ({ ...edited, text: published, number: 1, edit: { text: edit, base: 0, keptAt: at } }),
    });

  it('merges its change with a newer version by one press', async () => {
    const theirs = text.replace('A customer whose machines you manage.', 'Whom you work for.');
    stale(text.replace('"title": "Details"', '"title": "Mine"'), theirs);
    const user = await editScreen();
    await user.click(await screen.findByRole('button', { name: 'Merge both' }));
    await waitFor(() => expect(documentKept()).toMatchObject({ title: 'Mine', description: 'Whom you work for.' }));
    expect(screen.queryByText(/was published after you started this change/)).toBeNull();
  });

  it('asks about what a newer version changed as well', async () => {
    const titled = (title: string) => text.replace('"title": "Details"', `"title": "${title}"`);
    stale(titled('Mine'), titled('Theirs'));
    const user = await editScreen();
    await user.click(await screen.findByRole('button', { name: 'Merge both …' }));
    const dialog = await screen.findByRole('dialog', { name: '1 thing was changed by both of you' });
    expect(within(dialog).getByText('Title: “Details” → “Mine”')).toBeDefined();
    await user.click(within(dialog).getByRole('radio', { name: 'Version 1' }));
    await user.click(within(dialog).getByRole('button', { name: 'Merge both' }));
    await waitFor(() => expect(screen.queryByText(/was published after you started this change/)).toBeNull());
    expect(await screen.findByRole('textbox', { name: 'Title of the screen' })).toHaveProperty('value', 'Theirs');
  });

  it('continues from a newer version where its document cannot be read', async () => {
    stale('{ "title": "Mi', text);
    const user = await editScreen();
    await user.click(await screen.findByRole('button', { name: 'Continue from version 1' }));
    await waitFor(() => expect(screen.queryByText(/was published after you started this change/)).toBeNull());
  });

  it('says which screens it does not edit', async () => {
    given({ readEditedScreen: () => new MockRefusal('not_found') });
    await open('/studio/run-script/inputs', owner);
    expect(await screen.findByText('The Studio does not edit this screen')).toBeDefined();
  });
});
