// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { given, withConsole } from '#tests/console/harness.tsx';
import words from '../public/locales/en-us.json' with { type: 'json' };
import { useAct } from './use-act.ts';
import { dataClient } from './use-call.ts';

withConsole();
const shown = vi.spyOn(notifications, 'show');
afterEach(() => shown.mockClear());

function saving() {
  const client = dataClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAct('saveDivision', { done: 'Saved', failed: 'Error saving division' }), { wrapper });
}

const run = async () => {
  const { result } = saving();
  let reply: unknown;
  await act(async () => {
    reply = await result.current.run({ body: { name: 'Northgate' } });
  });
  return { result, reply };
};

describe('a save behind a button', () => {
  it('says that it is saved, and nothing else (C22-05)', async () => {
    given({ saveDivision: () => ({ resultCode: 'SUCCESS', division: {} }) as never });
    const { reply } = await run();
    expect(reply).toMatchObject({ resultCode: 'SUCCESS' });
    expect(shown.mock.calls).toMatchObject([[{ message: 'Saved', color: 'green' }]]);
  });

  it('that fails says what failed and why, and keeps the failure for the fields (C22-06)', async () => {
    given({ saveDivision: () => new MockRefusal('invalid_input', { fields: { '/name': 'Required' } }) });
    const { result, reply } = await run();
    expect(reply).toBeUndefined();
    expect(shown.mock.calls).toMatchObject([[{ title: 'Error saving division', color: 'red' }]]);
    await waitFor(() => expect(result.current.failure?.fields).toEqual({ '/name': 'Required' }));
  });

  it.each<ErrorCode>(['INCORRECT_MFA_CODE', 'bad_u2f_input_format', 'mfa_expired'])(
    'tells nobody of a second factor that was not shown: %s (C22-08)',
    async (code) => {
      given({ saveDivision: () => new MockRefusal(code) });
      const { result } = await run();
      expect(result.current.failure?.code).toBe(code);
      expect(shown).not.toHaveBeenCalled();
    },
  );
});

it('the words of a failed save are "Error saving" and the type, wherever one may fail (C22-07)', () => {
  const failed = Object.values(words).flatMap((part) =>
    Object.entries(part).flatMap(([key, text]) => (key === 'saveFailed' ? [String(text)] : [])),
  );
  expect(failed).toEqual(expect.arrayContaining(['Error saving division', 'Error saving device']));
  for (const text of failed) expect(text).toMatch(/^Error saving [\w ]+$/);
});
