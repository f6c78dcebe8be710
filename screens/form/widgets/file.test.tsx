// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import file from '#schemas/monitor-import/file.json?screen';
import { fetchPartsOf } from '../../parts-of-screens.ts';
import { FormStore } from '../form-store.ts';
import { SchemaForm } from '../schema-form.tsx';
import { NoText, textOf } from './text-of-file.ts';

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
  await user.upload(
    await screen.findByLabelText(/^File/),
    new File(['monitorName\n'], 'new.csv', { type: 'text/csv' }),
  );
  expect(await screen.findByText('new.csv')).toBeTruthy();
  expect(screen.getByText('12 B')).toBeTruthy();
  expect(store.data).toEqual({ existing: 'UPDATE', content: 'monitorName\n', fileName: 'new.csv' });
  await user.click(screen.getByRole('button', { name: 'Remove new.csv' }));
  expect(store.data).toEqual({ existing: 'UPDATE' });
  expect(document.activeElement).toBe(screen.getByLabelText(/^File/));
});

it('says which file is to be chosen again, and why one cannot be read', async () => {
  const user = userEvent.setup();
  await opened({ fileName: 'shops.csv' });
  expect(await screen.findByText(/^Choose shops\.csv again\./)).toBeTruthy();
  await user.upload(
    await screen.findByLabelText(/^File/),
    new File([new Uint8Array([0x80, 0x81])], 'excel.csv', { type: 'text/csv' }),
  );
  expect(await screen.findByText(/^The file is not text in UTF-8\./)).toBeTruthy();
});

it('reads UTF-8 and what a byte-order mark says, and nothing that is too large', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0xe9, 0x00]);
  expect(await textOf(new Blob([utf16]))).toBe('é');
  expect(await textOf(new Blob(['\ufeffé']))).toBe('é');
  await expect(textOf(new Blob(['12345']), 1)).rejects.toEqual(new NoText('large'));
});
