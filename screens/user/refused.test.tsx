// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '#engine/flow/flow.ts';
import { viewOf } from '#tests/screens/step-harness.tsx';
import { StepScreen } from '#screens/step-screen.tsx';
import confirm from '#schemas/user/confirm.json?screen';

afterEach(cleanup);

const flow = { id: 'user', title: { NEW: 'Add a technician', EDIT: 'Edit technician' } } as never;

async function refused(refusal: Refusal): Promise<HTMLElement> {
  const view = { ...viewOf('sums-up'), flow: 'user', screen: 'confirm', state: 'editing.confirm', refusal };
  await act(async () =>
    render(
      <MantineProvider env="test">
        <StepScreen flow={flow} screens={{ confirm }} view={view} send={() => undefined} />
      </MantineProvider>,
    ),
  );
  return screen.findByRole('alert');
}

describe('a user that could not be saved', () => {
  it('is told as "Error creating/updating user", with the reason below (C16-09)', async () => {
    const alert = within(await refused({ code: 'internal', message: 'The server could not do this.' }));
    expect(alert.getByText('Error creating/updating user')).toBeDefined();
    expect(alert.getByText('The server could not do this.')).toBeDefined();
  });

  it('for an email that another has is told of the email instead (C16-10)', async () => {
    const message = 'Another user has this email address.';
    const alert = within(await refused({ code: 'EMAIL_ALREADY_IN_USE', message, fields: { '/email': message } }));
    expect(alert.queryByText('Error creating/updating user')).toBeNull();
    expect(alert.getAllByText(new RegExp(message)).length).toBeGreaterThan(0);
  });
});
