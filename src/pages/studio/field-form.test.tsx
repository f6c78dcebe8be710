// @vitest-environment jsdom
// What a person changes of one field, and the document as a file.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { editedScreen } from '#tests/console/edited-screen.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';
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
const document: ScreenDocument = {
  title: 'Details',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Name', maxLength: 50 },
      size: {
        type: 'string',
        title: 'Size',
        default: 'S',
        oneOf: [
          { const: 'S', title: 'Small' },
          { const: 'L', title: 'Large' },
        ],
      },
      isUrgent: { type: 'boolean', title: 'Urgent' },
    },
  },
  ui: { 'ui:order': ['name', 'size', 'isUrgent'] },
  messages: { '/name': { required: 'Required' } },
  sections: [{ title: 'What it is', fields: ['name', 'size', 'isUrgent'] }],
};
const written = (one: ScreenDocument) => `${JSON.stringify(one, undefined, 2)}\n`;
let text: string;
let kept: string[] = [];
beforeEach(() => {
  kept = [];
  text = written(document);
  given({
    readEditedScreen: () => editedScreen(text),
    keepScreenEdit: ({ body }) => {
      kept.push(body.text);
      return { resultCode: 'SUCCESS', problems: [] };
    },
  });
});
const editScreen = () =>
  open('/studio/organization/details', { ...ada, sysadmin: false, permissions: ['SYSTEM:Studio.Access'] });
const documentKept = () => JSON.parse(kept.at(-1) ?? text) as ScreenDocument;
const changes = async () =>
  within(await screen.findByRole('region', { name: 'Changes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function openField(name: RegExp) {
  const user = await editScreen();
  await user.click(await screen.findByRole('button', { name }));
  return user;
}

async function choose(user: Awaited<ReturnType<typeof openField>>, label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
  await waitFor(() => expect(screen.queryByRole('option', { name: option })).toBeNull());
}

describe('the form of a field', () => {
  it('changes and removes error messages', async () => {
    const user = await openField(/^Name/);
    const group = screen.getByRole('group', { name: 'Error messages' });
    expect(within(group).getAllByRole('textbox')).toHaveLength(2);
    await user.type(within(group).getByRole('textbox', { name: 'Too long' }), 'Shorter');
    await user.clear(within(group).getByRole('textbox', { name: 'Left empty' }));
    expect(await changes()).toEqual(
      expect.arrayContaining(['“Name” is refused with Cairn’s own words', '“Name” is refused with “Shorter”']),
    );
    await waitFor(() => expect(documentKept().messages).toEqual({ '/name': { maxLength: 'Shorter' } }));
    await user.clear(within(group).getByRole('textbox', { name: 'Too long' }));
    await waitFor(() => expect(documentKept()).not.toHaveProperty('messages'));
  });

  it('changes the placeholder, the default and the widget', async () => {
    const user = await openField(/^Name/);
    await user.type(screen.getByRole('textbox', { name: 'Placeholder' }), 'Shop');
    await user.type(screen.getByRole('textbox', { name: 'Default' }), 'New');
    await choose(user, 'Shown as', 'Several lines');
    expect(await changes()).toEqual([
      '“Name”: default none → “New”',
      '“Name” is shown as: Several lines',
      'The placeholder of “Name” is changed',
    ]);
    await waitFor(() =>
      expect(documentKept().ui).toMatchObject({ name: { 'ui:placeholder': 'Shop', 'ui:widget': 'textarea' } }),
    );
    expect(documentKept().schema?.properties?.['name']).toMatchObject({ default: 'New' });
    await choose(user, 'Shown as', 'One line');
    await user.clear(screen.getByRole('textbox', { name: 'Placeholder' }));
    await user.clear(screen.getByRole('textbox', { name: 'Default' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull());
  });

  it('removes the number of rows with the lines, and keeps the other options of the widget', async () => {
    const hints = { 'ui:widget': 'textarea', 'ui:options': { rows: 4, half: true } };
    text = written({ ...document, ui: { ...document.ui, name: hints } });
    const user = await openField(/^Name/);
    await choose(user, 'Shown as', 'One line');
    await waitFor(() => expect(documentKept().ui?.['name']).toEqual({ 'ui:options': { half: true } }));
  });

  it('renames a choice and keeps its value, adds one, and removes the default with its choice', async () => {
    const user = await openField(/^Size/);
    await user.type(screen.getByRole('textbox', { name: 'Choice L' }), ' box');
    await user.type(screen.getByRole('textbox', { name: 'New choice' }), 'Huge{Enter}');
    await user.click(screen.getByRole('button', { name: 'Remove choice “Small”' }));
    expect(await changes()).toEqual([
      '“Size”: new choice “Huge”, without choice “Small”, “Large” → “Large box”',
      '“Size”: default “S” → none',
    ]);
    await waitFor(() =>
      expect(documentKept().schema?.properties?.['size']).toEqual({
        type: 'string',
        title: 'Size',
        oneOf: [
          { const: 'L', title: 'Large box' },
          { const: 'Huge', title: 'Huge' },
        ],
      }),
    );
  });

  it('moves the examples when the user leaves a bound', async () => {
    const examples = { valid: [{ name: 'Northwind' }], invalid: [{ name: 'x'.repeat(51) }] };
    text = written({ ...document, examples });
    const user = await openField(/^Name/);
    const most = screen.getByRole('textbox', { name: 'Maximum characters' });
    await user.clear(most);
    await user.type(most, '60');
    expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull();
    await user.tab();
    expect(await changes()).toEqual(['“Name”: maximum characters 50 → 60']);
    await waitFor(() =>
      expect(documentKept().examples).toEqual({ valid: [{ name: 'Northwind' }], invalid: [{ name: 'x'.repeat(61) }] }),
    );
  });

  it('sets a boolean default', async () => {
    const user = await openField(/^Urgent/);
    await user.click(screen.getByRole('combobox', { name: 'Default' }));
    await user.click(await screen.findByRole('option', { name: 'On' }));
    await waitFor(() => expect(documentKept().schema?.properties?.['isUrgent']).toMatchObject({ default: true }));
  });

  it('asks a field only under a condition, changes it, and asks the field always again', async () => {
    const user = await openField(/^Name/);
    await choose(user, 'Asked', 'Only when Size …');
    expect(await changes()).toEqual(['“Name” is asked only when Size is Small']);
    await waitFor(() =>
      expect(documentKept().schema?.allOf).toEqual([
        {
          if: { required: ['size'], properties: { size: { const: 'S' } } },
          then: { required: ['name'], properties: { name: { type: 'string', title: 'Name', maxLength: 50 } } },
        },
      ]),
    );
    expect(screen.getByRole('button', { name: /^Name ?Only when Size is Small/ })).toBeDefined();
    expect(screen.getByRole('button', { name: '“Size” cannot be removed. Needed by: “Name”' })).toBeDefined();
    await user.click(screen.getByRole('combobox', { name: 'Values of “Size”' }));
    await user.click(await screen.findByRole('option', { name: 'Large' }));
    expect(await changes()).toEqual(['“Name” is asked only when Size is Small or Large']);
    await user.keyboard('{Escape}');
    await user.clear(screen.getByRole('textbox', { name: 'Maximum characters' }));
    await user.type(screen.getByRole('textbox', { name: 'Maximum characters' }), '40{Enter}');
    expect(await changes()).toContain('“Name”: maximum characters 50 → 40');
    await choose(user, 'Asked', 'Always');
    await waitFor(() => expect(documentKept().schema).not.toHaveProperty('allOf'));
    expect(documentKept().schema?.required).toEqual(['name']);
  });

  it('adds a section with a field, moves another one into it, and removes it', async () => {
    const user = await openField(/^Urgent/);
    await user.type(screen.getByRole('textbox', { name: 'Title of the new section' }), 'Billing');
    await choose(user, 'First field', 'Size');
    await user.click(screen.getByRole('button', { name: 'Add section' }));
    await choose(user, 'Section', 'Billing');
    expect(await changes()).toEqual([
      'New section “Billing”',
      '“Size” is in the section “Billing”',
      '“Urgent” is in the section “Billing”',
    ]);
    await user.click(screen.getByRole('button', { name: 'Move section “Billing” up' }));
    await waitFor(() =>
      expect(documentKept().sections?.[0]).toEqual({ title: 'Billing', fields: ['size', 'isUrgent'] }),
    );
    await user.click(screen.getByRole('button', { name: 'Remove section “Billing”' }));
    await waitFor(() => expect(documentKept().sections).toEqual([{ title: 'What it is', fields: ['name'] }]));
    expect(await changes()).toContain('“Size” is in no section any more');
  });

  it('adds a choice whose choices come from a source', async () => {
    const user = await openField(/^Name/);
    await user.type(screen.getByRole('textbox', { name: 'Title of the new field' }), 'Country');
    await choose(user, 'Kind', 'Choice');
    await choose(user, 'Choices from', 'Countries');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    expect(await screen.findByText('The choices come from: Countries.')).toBeDefined();
    await waitFor(() =>
      expect(documentKept().ui?.['country']).toEqual({ 'ui:widget': 'options', 'ui:options': { source: 'country' } }),
    );
  });

  it('renames a section', async () => {
    const user = await editScreen();
    await user.type(await screen.findByRole('textbox', { name: 'Title of section 1' }), '?');
    expect(await changes()).toEqual(['Section “What it is” → “What it is?”']);
    await waitFor(() => expect(documentKept().sections?.[0]?.title).toBe('What it is?'));
  });
});

describe('the document as a file', () => {
  const chosen = () => screen.getByLabelText<HTMLInputElement>('Open a document …', { selector: 'input' });

  it('downloads the changed document', async () => {
    const files: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => (files.push(file), 'blob:made') }));
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await editScreen();
    await user.type(await screen.findByRole('textbox', { name: 'Title of the screen' }), '!');
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Download the document' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual({ ...document, title: 'Details!' });
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('organization-details.json');
  });

  it('opens a document as a change that the user can undo', async () => {
    const user = await editScreen();
    await screen.findByRole('textbox', { name: 'Title of the screen' });
    await user.upload(chosen(), new File([JSON.stringify({ ...document, title: 'Theirs' })], 'theirs.json'));
    expect(await changes()).toEqual(['Title: “Details” → “Theirs”']);
    await waitFor(() => expect(documentKept().title).toBe('Theirs'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(documentKept().title).toBe('Details'));
  });

  it.each([
    ['not text', new Uint8Array([0xff, 0xfe, 0x00])],
    ['empty', new Uint8Array()],
    ['too long', new TextEncoder().encode('x'.repeat(100_001))],
  ])('refuses a file that is %s, and keeps the change', async (_what, bytes) => {
    const user = await editScreen();
    await user.type(await screen.findByRole('textbox', { name: 'Title of the screen' }), '!');
    await user.upload(chosen(), new File([bytes], 'theirs.json'));
    expect(await screen.findByText('theirs.json cannot be opened')).toBeDefined();
    expect(screen.getByText('A document is a text file of at most 100,000 characters.')).toBeDefined();
    expect(await changes()).toEqual(['Title: “Details” → “Details!”']);
  });
});
