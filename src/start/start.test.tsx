// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { MockRefusal, networkFailure } from '#api/mock.ts';
import { ada, given, withConsole } from '#tests/console/harness.tsx';
import { setMe } from '../session/session.ts';
import { Start } from './start.tsx';

withConsole();
beforeEach(() => setMe(undefined));

async function visit(route: string): Promise<void> {
  window.location.hash = `#${route}`;
  await act(async () =>
    render(
      <MantineProvider env="test">
        <Start />
      </MantineProvider>,
    ),
  );
}

const hint = /set-up link/;
const setUp = (signedIn: boolean) => () => ({ setUp: true, signedIn });
const endedSession = () => new MockRefusal('not_signed_in');

describe('a visit of somebody who is not signed in', () => {
  it('begins at the sign-in screen and leads on to what was wanted; nothing that is refused is asked', async () => {
    const asked: string[] = [];
    given({
      readInstallation: setUp(false),
      readSession: () => (asked.push('session'), endedSession()),
      readSetup: () => (asked.push('setup'), new MockRefusal('not_found')),
    });
    await visit('/cloudMonitors?status=down');
    await screen.findByRole('textbox', { name: 'Email' });
    expect(window.location.hash).toMatch(/^#\/sign-in\?next=%2FcloudMonitors%3Fstatus%3Ddown/);
    expect(asked).toEqual([]);
  });

  it('begins at the sign-in screen where the session of last time has ended', async () => {
    localStorage.setItem('cairn.known', 'yes');
    given({ readSession: endedSession });
    await visit('/');
    expect(await screen.findByRole('textbox', { name: 'Email' })).toBeDefined();
  });

  it('says where the set-up link is while there is no administrator', async () => {
    given({ readInstallation: () => ({ setUp: false, signedIn: false }) });
    await visit('/sign-in');
    expect(await screen.findByText(hint)).toBeDefined();
  });

  it('says nothing of set-up afterwards', async () => {
    let told = false;
    given({ readInstallation: () => ((told = true), setUp(false)()) });
    await visit('/sign-in');
    await screen.findByRole('textbox', { name: 'Email' });
    await waitFor(() => expect(told).toBe(true));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByText(hint)).toBeNull();
  });
});

describe('a visit of somebody who is signed in', () => {
  it('shows the page, in a browser that never was here as well', async () => {
    given({ readInstallation: setUp(true), readSession: () => ada });
    await visit('/cloudMonitors');
    expect(await screen.findByRole('heading', { name: 'Cloud monitors', level: 1 })).toBeDefined();
  });

  it('says that it could not start, and starts when asked again', async () => {
    let away = true;
    localStorage.setItem('cairn.known', 'yes');
    given({ readSession: () => (away ? new MockRefusal('internal') : ada) });
    await visit('/cloudMonitors');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { name: 'Cairn did not start' })).toBeDefined();
    away = false;
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'Cloud monitors', level: 1 })).toBeDefined();
  });

  it('waits for a server that restarts, and goes on by itself (A15)', async () => {
    let away = true;
    localStorage.setItem('cairn.known', 'yes');
    given({ readSession: () => (away ? new MockRefusal('unavailable') : ada) });
    await visit('/cloudMonitors');
    await screen.findByRole('heading', { name: 'Waiting for the server' }, { timeout: 30_000 });
    expect(screen.queryByRole('heading', { name: 'Cairn did not start' })).toBeNull();
    away = false;
    await screen.findByRole('heading', { name: 'Cloud monitors', level: 1 }, { timeout: 30_000 });
  });

  it('says so when the server cannot be reached', async () => {
    given({ readInstallation: () => networkFailure });
    await visit('/');
    expect(await screen.findByText(/cannot be reached/, undefined, { timeout: 30_000 })).toBeDefined();
  });
});
