// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import directory from '#schemas/directory-discovery/directory.json?screen';
import setup from '#schemas/cloud-monitor/setup.json?screen';
import { FormStore } from '../form/form-store.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { OptionSourcesProvider } from '../options/option-sources.tsx';
import { fetchPartsOf } from '../parts-of-screens.ts';
import { TreeDialog } from './fetched-tree.ts';
import { TreeSourcesProvider, type TreeLevel, type TreeSource } from './tree-sources.tsx';

afterEach(cleanup);

const thing = (value: string, label: string, detail?: string) => ({
  value,
  label,
  ...(detail !== undefined && { detail }),
  hasChildren: detail === undefined,
});
const levels: Record<string, TreeLevel> = {
  '1.3.6.1.2.1': { things: [thing('1.3.6.1.2.1.1', 'system'), thing('1.3.6.1.2.1.2', 'interfaces')], more: true },
  '1.3.6.1.2.1.1': { things: [thing('1.3.6.1.2.1.1.5.0', 'sysName', '<b>router</b>')], more: false },
  '1.3.6.1.4.1': { things: [], more: false },
};

async function opened(read: TreeSource = async (_answers, below) => levels[below] ?? { things: [], more: false }) {
  await Promise.all([fetchPartsOf([setup]), TreeDialog.fetch()]);
  const example = setup.document.examples?.valid.find((one) => (one as { monitorType: string }).monitorType === 'SNMP');
  const store = new FormStore(setup, example as Record<string, unknown>);
  render(
    <MantineProvider env="test">
      <OptionSourcesProvider value={{ organization: async () => [], location: async () => [] }}>
        <TreeSourcesProvider value={{ monitorObjects: read }}>
          <SchemaForm store={store} mode="NEW" idPrefix="t" />
        </TreeSourcesProvider>
      </OptionSourcesProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Browse' }));
  return { store, user };
}

const line = (name: string) => screen.findByText(name);

it('reads a level when it is opened, once, with the answers of the form, and puts what is chosen into the field', async () => {
  const read = vi.fn<TreeSource>(async (_answers, below) => levels[below] ?? { things: [], more: false });
  const { store, user } = await opened(read);
  expect(read).not.toHaveBeenCalled();
  await user.click(await line('Standard objects'));
  await user.click(await line('system'));
  await user.click(await line('sysName'));
  expect(read.mock.calls.map(([, below]) => below)).toEqual(['1.3.6.1.2.1', '1.3.6.1.2.1.1']);
  expect(read.mock.calls[0]?.[0]).toMatchObject({ hostname: '192.0.2.1', snmpVersion: 'V2C' });
  expect(screen.getByText('<b>router</b>')).toBeTruthy();
  expect(screen.getByText('Only the first 2 are shown.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use 1.3.6.1.2.1.1.5.0' }));
  expect(store.valueAt('/snmpOid')).toBe('1.3.6.1.2.1.1.5.0');
  await waitFor(() => expect(screen.queryByText('Objects of the agent')).toBeNull());
});

it('is gone through by the keyboard', async () => {
  const { store, user } = await opened();
  (await line('Standard objects')).closest<HTMLElement>('[role=treeitem]')?.focus();
  await user.keyboard('{Enter}');
  await line('system');
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await line('sysName');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(store.valueAt('/snmpOid')).toBe('1.3.6.1.2.1.1.5.0');
});

it('says why a level cannot be read and reads it again when it is opened again, and that one is empty', async () => {
  let fails = true;
  const { user } = await opened(async (_answers, below) => {
    if (fails) throw new Error('192.0.2.1, port 161, did not answer within 10 s.');
    return levels[below] ?? { things: [], more: false };
  });
  await user.click(await line('Standard objects'));
  expect((await screen.findByRole('alert')).textContent).toContain('did not answer within 10 s.');
  fails = false;
  await user.click(await line('Standard objects'));
  await line('system');
  expect(screen.getByRole('alert').textContent).toBe('');
  await user.click(await line('Objects of vendors'));
  await line('Nothing to choose from');
});

describe('a tree of which every thing can be chosen', () => {
  const sales = 'OU=Sales,DC=corp,DC=test';
  const tree: Record<string, TreeLevel> = {
    '': { things: [{ value: 'DC=corp,DC=test', label: 'corp', hasChildren: true }], more: false },
    'DC=corp,DC=test': {
      things: [{ value: sales, label: 'Sales', hasChildren: true }],
      more: false,
      note: '3 computers',
    },
  };

  async function directoryForm() {
    await Promise.all([fetchPartsOf([directory]), TreeDialog.fetch()]);
    const store = new FormStore(directory, { clientId: 1, domainController: 1, directoryCredentialId: 1 });
    const none = async () => [];
    const read = vi.fn<TreeSource>(async (_answers, below) => tree[below] ?? { things: [], more: false });
    render(
      <MantineProvider env="test">
        <OptionSourcesProvider value={{ organization: none, domainController: none, directoryCredential: none }}>
          <TreeSourcesProvider value={{ directory: read }}>
            <SchemaForm store={store} mode="NEW" idPrefix="t" />
          </TreeSourcesProvider>
        </OptionSourcesProvider>
      </MantineProvider>,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Browse' }));
    return { store, user, read };
  }

  it('reads below its only root at once, tells a level’s note, and takes what has others below it', async () => {
    const { store, user, read } = await directoryForm();
    await user.click(await line('corp'));
    await line('3 computers');
    expect(read.mock.calls.map(([, below]) => below)).toEqual(['', 'DC=corp,DC=test']);
    await user.click(await line('Sales'));
    await user.click(screen.getByRole('button', { name: `Use ${sales}` }));
    expect(store.valueAt('/ouPath')).toBe(sales);
  });

  it('is gone through by the keyboard: arrows open, Enter marks', async () => {
    const { store, user } = await directoryForm();
    (await line('corp')).closest<HTMLElement>('[role=treeitem]')?.focus();
    await user.keyboard('{ArrowRight}');
    await line('Sales');
    await user.keyboard('{ArrowDown}{Enter}');
    await user.click(screen.getByRole('button', { name: `Use ${sales}` }));
    expect(store.valueAt('/ouPath')).toBe(sales);
  });
});
