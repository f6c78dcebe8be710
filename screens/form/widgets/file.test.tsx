// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import installer from '#schemas/install-automation/details.json?screen';
import file from '#schemas/monitor-import/file.json?screen';
import { fetchPartsOf } from '../../parts-of-screens.ts';
import { OptionSourcesProvider } from '../../options/option-sources.tsx';
import { chosenFile, keepChosenFile } from '../chosen-files.ts';
import { FormStore } from '../form-store.ts';
import { SchemaForm } from '../schema-form.tsx';

afterEach(cleanup);

async function opened(data: Record<string, unknown> = {}): Promise<FormStore> {
  await fetchPartsOf([file]);
  const store = new FormStore(file, { existing: 'UPDATE', ...data });
  render(
    <MantineProvider env="test">
      <SchemaForm store={store} mode="NEW" idPrefix="t" />
    </MantineProvider>,
  );
  return store;
}

it('takes a file, shows its name and size, and lets go of it', async () => {
  const user = userEvent.setup();
  const store = await opened({ importId: 4, fileName: 'old.csv' });
  expect(await screen.findByText('old.csv')).toBeTruthy();
  const chosen = new File(['monitorName\n'], 'new shops.csv', { type: 'text/csv', lastModified: 5 });
  await user.upload(await screen.findByLabelText(/^File/), chosen);
  expect(await screen.findByText('new shops.csv')).toBeTruthy();
  expect(screen.getByText('12 B')).toBeTruthy();
  expect(store.data).toEqual({ existing: 'UPDATE', file: '12 5 new shops.csv' });
  expect(chosenFile('12 5 new shops.csv')).toBe(chosen);
  await user.click(screen.getByRole('button', { name: 'Remove new shops.csv' }));
  expect(store.data).toEqual({ existing: 'UPDATE' });
  expect(document.activeElement).toBe(screen.getByLabelText(/^File/));
});

async function openInstaller(): Promise<FormStore> {
  await fetchPartsOf([installer]);
  const store = new FormStore(installer, { operatingSystem: 'Linux', uploadType: 'FILE' });
  render(
    <MantineProvider env="test">
      <OptionSourcesProvider value={{ scriptCategory: async () => [], installScript: async () => [] }}>
        <SchemaForm store={store} mode="NEW" idPrefix="t" />
      </OptionSourcesProvider>
    </MantineProvider>,
  );
  return store;
}

it('takes several files, one of each name, and says when there are too many (F05-28)', async () => {
  const user = userEvent.setup();
  const store = await openInstaller();
  const named = (name: string, text = 'x') => new File([text], name, { lastModified: 5 });
  const input = await screen.findByLabelText(/^Helper files/);
  await user.upload(input, [named('a'), named('b')]);
  await user.upload(input, [named('a', 'changed')]);
  expect(store.data).toMatchObject({ helperFiles: ['1 5 b', '7 5 a'] });
  await user.upload(input, [named('c'), named('d'), named('e'), named('f')]);
  expect(await screen.findByText('File limit reached')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove b' }));
  expect(screen.queryByText('File limit reached')).toBeNull();
  expect(store.data['helperFiles']).toHaveLength(5);
  expect(document.activeElement).toBe(input);
});

it('lets go of the file when the field changes that decides about it (F05-17)', async () => {
  const user = userEvent.setup();
  const store = await openInstaller();
  const script = new File(['exit 0'], 'setup.sh', { lastModified: 5 });
  await user.upload(await screen.findByLabelText(/^Installer(?! from)/), script);
  expect(store.data).toMatchObject({ file: '6 5 setup.sh' });
  await user.click(screen.getByText('Mac'));
  expect(store.data).toMatchObject({ operatingSystem: 'Mac' });
  expect(store.data).not.toHaveProperty('file');
  // F05-18
  expect(screen.queryByText('32-bit')).toBeNull();
});

it('says at once that a file is empty or too large, in the words of the screen', async () => {
  const user = userEvent.setup();
  await opened();
  await user.upload(await screen.findByLabelText(/^File/), new File([], 'empty.csv'));
  expect(await screen.findByText('File too small')).toBeTruthy();
  const large = Object.defineProperty(new File(['x'], 'large.csv'), 'size', { value: 10_000_001 });
  await user.upload(await screen.findByLabelText(/^File/), large);
  expect(await screen.findByText(/^The file is larger than 10 MB\. Split it/)).toBeTruthy();
});

it('keeps the last 20 files', () => {
  const files = Array.from({ length: 21 }, (_, index) =>
    keepChosenFile(new File(['x'], `${index}`, { lastModified: 1 })),
  );
  expect(files.map((answer) => chosenFile(answer)?.name).filter((name) => name !== undefined)).toHaveLength(20);
  expect(chosenFile(files[0] ?? '')).toBeUndefined();
});
