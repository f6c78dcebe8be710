// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OptionSourcesProvider } from '#screens/options/option-sources.tsx';
import { StepScreen } from '#screens/step-screen.tsx';
import { viewOf } from '#tests/screens/step-harness.tsx';
import setup from '#schemas/ad-hoc-discovery/setup.json?screen';
import configuration from '#schemas/network-discovery/configuration.json?screen';

const flow = { id: 'network-discovery', title: { NEW: 'Add NMS device', EDIT: 'Add NMS device' } } as never;
const one = async () => [{ value: 1, label: 'One' }];
const offline = async () => {
  throw new Error('offline');
};

it.each([
  ['a discovery', configuration],
  ['an ad hoc discovery', setup],
])('%s says what it could not fetch (F02-47, F02-48)', { timeout: 20_000 }, async (_, document) => {
  const sources = { organization: one, location: one, networkProbe: offline };
  const view = { ...viewOf('asks'), screen: document.id, data: { ...document.defaults, org: 1, location: 1 } };
  await act(async () =>
    render(
      <MantineProvider env="test">
        <OptionSourcesProvider value={{ ...sources, snmpCredential: offline, telnetSshCredential: offline }}>
          <StepScreen flow={flow} screens={{ [document.id]: document }} view={view} send={() => undefined} />
        </OptionSourcesProvider>
      </MantineProvider>,
    ),
  );
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(4));
  const said = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(said.filter((text) => text.startsWith('Error fetching network probes'))).toHaveLength(1);
  expect(said.filter((text) => text.startsWith('Error fetching credentials and locations'))).toHaveLength(3);
});
