// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Script = CallReply<'listScripts'>[number];
const script = (id: number, name: string, more: Partial<Script> = {}): Script => ({
  id,
  name,
  description: '',
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  categoriesNames: ['Maintenance'],
  createdOn: '2026-11-01T00:00:00.000Z',
  updatedOn: '2026-11-01T00:00:00.000Z',
  createdBy: 'Ada Byron',
  lastUpdatedBy: 'Ada Byron',
  may: { read: true, update: true, delete: true, run: true },
  scriptParameters: ['--all', '--local'],
  useFirstParametersOptionAsDefault: true,
  scriptVariables: [],
  defaultRunAs: '',
  defaultTimeout: 600,
  version: 1,
  preExecutionScript: null,
  postExecutionScript: null,
  iconUrl: null,
  attachment: null,
  ...more,
});
const library = '/administration/library/scripting/templateLibrary';
const rows = () => screen.getAllByRole('row').slice(1);
const menuOf = async (user: Awaited<ReturnType<typeof open>>, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions of ${name}` }));
  return screen.findByRole('menu');
};

describe('the library of scripts', () => {
  it('shows fifty scripts at once, and narrows them by system and search (C12-01, C12-14, C12-58)', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      script(index + 1, `Script ${String(index + 1).padStart(2, '0')}`),
    );
    given({ listScripts: () => [...many, script(99, 'Windows only', { operatingSystems: ['Windows'] })] });
    const user = await open(library);
    expect(await screen.findByText('61 scripts')).toBeTruthy();
    expect(rows()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: '2' }));
    expect(rows()).toHaveLength(11);
    await user.click(screen.getByRole('combobox', { name: 'Operating system' }));
    await user.click(await screen.findByRole('option', { name: 'Windows' }));
    expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual(['Windows only']);
    await user.type(screen.getByRole('searchbox', { name: 'Search scripts' }), 'nothing like it');
    expect(await screen.findByText('Nothing was found for “nothing like it”.')).toBeTruthy();
  });

  it('says that the automations could not be fetched (C12-54)', async () => {
    given({ listScripts: () => Promise.reject(new Error('gone')) as never });
    await open(library);
    expect(await screen.findByText('Error fetching automations')).toBeTruthy();
  });

  it('offers what the person may do with a script (C12-42)', async () => {
    const nothing = { read: true, update: false, delete: false, run: false };
    given({ listScripts: () => [script(1, 'Read only', { may: nothing }), script(2, 'Mine')] });
    const user = await open(library);
    const items = async (name: string) =>
      within(await menuOf(user, name))
        .getAllByRole('menuitem')
        .map((item) => item.textContent);
    expect(await items('Read only')).toEqual(['Copy']);
    await user.keyboard('{Escape}');
    expect(await items('Mine')).toEqual(['Run', 'Edit', 'Rename', 'Copy', 'Delete script']);
  });

  it('offers to write one to those who may add scripts to some category (C12-43)', async () => {
    given({ listScripts: () => [script(1, 'Old')] });
    const limited = { ...ada, sysadmin: false, permissions: ['SCRIPT_CATEGORY:View', 'SCRIPT_CATEGORY:Create'] };
    await open(library, limited);
    expect(await screen.findByRole('link', { name: 'New script' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Script categories' })).toBeNull();
    cleanup();
    await open(library, { ...limited, permissions: ['SCRIPT_CATEGORY:View'] });
    expect(await screen.findByText('1 script')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'New script' })).toBeNull();
  });

  it('renames with a name that is required, and shows what the server refuses (C12-18, C12-36)', async () => {
    given({ listScripts: () => [script(1, 'Old')] });
    const user = await open(library);
    await user.click(within(await menuOf(user, 'Old')).getByRole('menuitem', { name: 'Rename' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rename “Old”' });
    await user.clear(within(dialog).getByRole('textbox'));
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }));
    expect(await within(dialog).findByText('Required')).toBeTruthy();
  });

  it('copies under another name (C12-17)', async () => {
    given({ listScripts: () => [script(1, 'Old')] });
    const user = await open(library);
    await user.click(within(await menuOf(user, 'Old')).getByRole('menuitem', { name: 'Copy' }));
    const dialog = await screen.findByRole('dialog', { name: 'Copy “Old”' });
    expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('Copy of Old');
  });

  it('warns before a script is deleted (C12-29)', async () => {
    given({ listScripts: () => [script(1, 'Old')], listScriptRuns: () => [] });
    const user = await open(library);
    await user.click(within(await menuOf(user, 'Old')).getByRole('menuitem', { name: 'Delete script' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete script “Old”' });
    const warning = /Policies, scheduled tasks and systrays that reference this automation are affected\./;
    expect(within(dialog).getByText(warning)).toBeTruthy();
  });

  it('edits the categories, of which those that are built in stay (C12-16)', async () => {
    const may = { canReadScripts: true, canCreateScripts: true, canDeleteScripts: true };
    given({
      listScripts: () => [],
      listScriptCategories: () => [
        { id: 3, name: 'Maintenance', internal: true, may },
        { id: 101, name: 'Backups', internal: false, may },
      ],
    });
    const user = await open(library);
    await user.click(await screen.findByRole('button', { name: 'Script categories' }));
    const dialog = await screen.findByRole('dialog', { name: 'Script categories' });
    expect(await within(dialog).findByRole('button', { name: 'Delete “Backups”' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Delete “Maintenance”' })).toBeNull();
  });
});

describe('the dialog that runs a script', () => {
  it('asks for the devices first, where the script is chosen (C12-19)', async () => {
    given({ listScripts: () => [script(1, 'Old')], searchDevices: () => ({ items: [], total: 0 }) as never });
    const user = await open(library);
    await user.click(within(await menuOf(user, 'Old')).getByRole('menuitem', { name: 'Run' }));
    const dialog = await screen.findByRole('dialog', { name: 'Run script' });
    await user.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(await within(dialog).findByText('Required')).toBeTruthy();
  });
});

describe('the import of a script file', () => {
  const choose = (user: Awaited<ReturnType<typeof open>>, content: string | Uint8Array, name = 'Get-Disk.ps1') =>
    user.upload(screen.getByLabelText('Script file'), new File([content as BlobPart], name));

  it('fills the form of a new script, which the person completes (C12-13)', async () => {
    given({ listScriptCategories: () => [] });
    const user = await open('/editor/script/import');
    expect(await screen.findByRole('heading', { name: 'Import a script' })).toBeTruthy();
    await choose(user, 'Get-Volume\r\n');
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    expect(name.value).toBe('Get-Disk');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Script/ }).value).toBe('Get-Volume\n');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Windows' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Linux' }).checked).toBe(false);
  });

  it('says why a file is none, and takes another one (C12-13, C19-09)', async () => {
    given({ listScriptCategories: () => [] });
    const user = await open('/editor/script/import');
    await screen.findByRole('heading', { name: 'Import a script' });
    await choose(user, Buffer.from('größer', 'latin1'));
    expect((await screen.findByText(/is not text in UTF-8 or UTF-16/)).textContent).toBe(
      'Get-Disk.ps1 is not text in UTF-8 or UTF-16. Save it as UTF-8 and choose it again.',
    );
    expect(screen.getByLabelText('Script file').getAttribute('aria-invalid')).toBe('true');
    await choose(user, 'Get-Volume');
    expect(await screen.findByRole('textbox', { name: /^Name/ })).toBeTruthy();
  });

  it('is offered to those who may add scripts alone (C12-43)', async () => {
    given({ listScripts: () => [script(1, 'One')] });
    await open(library);
    expect((await screen.findByRole('link', { name: 'Import' })).getAttribute('href')).toContain('/script/import');
    cleanup();
    await open(library, { ...ada, sysadmin: false, permissions: ['SCRIPT_CATEGORY:View'] });
    await screen.findByText('One');
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull();
  });
});
