// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show, viewOf } from '#tests/screens/step-harness.tsx';

const refusal = { code: 'internal', message: 'Something went wrong on our end. Please try again' };
const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

it('shows the primary button disabled until the test has succeeded (F01-11)', async () => {
  await show(viewOf('tested', { test: 'needed' }));
  expect([isDisabled('Test'), isDisabled('Add Host')]).toEqual([false, true]);
  expect(screen.queryByText(/Test succeeded/)).toBeNull();
});

it('shows the result and enables the primary button once the test has succeeded', async () => {
  await show(viewOf('tested', { test: 'passed', words: { host: 'ESXi 8' } }));
  expect(screen.getByRole('status').textContent).toBe('Test succeeded. ESXi 8');
  expect(isDisabled('Add Host')).toBe(false);
  expect(screen.queryByRole('button', { name: 'Test' })).toBeNull();
});

it('shows no failed request above a test that failed', async () => {
  await show(viewOf('tested', { test: 'needed', refusal }));
  expect(screen.getByRole('alert').textContent).toBe(refusal.message);
});

it('names the failed request above its refusal after the test has succeeded (F01-23)', async () => {
  await show(viewOf('tested', { test: 'passed', refusal }));
  expect(screen.getByRole('alert').textContent).toBe(`Error adding the host${refusal.message}`);
});
