// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CompiledScreen } from '#engine/document/document.ts';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';
import { StepScreen } from '#screens/step-screen.tsx';
import { viewOf } from '#tests/screens/step-harness.tsx';
import setup from '#schemas/ad-hoc-discovery/setup.json?screen';
import directory from '#schemas/directory-discovery/directory.json?screen';
import configuration from '#schemas/network-discovery/configuration.json?screen';

const flow = { id: 'sample', title: { NEW: 'Add', EDIT: 'Edit' } } as never;
const one = async () => [{ value: 1, label: 'One' }];
const offline = async () => {
  throw new Error('offline');
};

/** Opens a screen with an organization and a location; nothing that depends on them can be fetched. */
async function open(document: CompiledScreen): Promise<void> {
  const place = { org: 1, location: 1, clientId: 1 };
  const view = { ...viewOf('asks'), screen: document.id, data: { ...document.defaults, ...place } };
  const failing = Object.fromEntries(
    ['networkProbe', 'snmpCredential', 'telnetSshCredential', 'domainController', 'directoryCredential'].map(
      (source) => [source, offline],
    ),
  );
  await act(async () =>
    render(
      <MantineProvider env="test">
        <OptionSourcesProvider value={{ organization: one, location: one, ...failing }}>
          <StepScreen flow={flow} screens={{ [document.id]: document }} view={view} send={() => undefined} />
        </OptionSourcesProvider>
      </MantineProvider>,
    ),
  );
}

async function said(count: number): Promise<string[]> {
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(count));
  return screen.getAllByRole('alert').map(({ textContent }) => textContent.replace('Try again', ''));
}

describe('choices that cannot be fetched', () => {
  it.each([
    ['a discovery', configuration],
    ['an ad hoc discovery', setup],
  ])('are named by %s in the specified words (F02-47, F02-48)', async (_, document) => {
    await open(document);
    const credentials = 'Error fetching credentials and locations';
    expect(await said(4)).toEqual(['Error fetching network probes', credentials, credentials, credentials]);
  });

  it('are named by a discovery of a directory in the specified words (F04-52)', async () => {
    await open(directory);
    expect(await said(2)).toEqual(['Error loading domain controllers', 'The choices could not be loaded.']);
  });
});
