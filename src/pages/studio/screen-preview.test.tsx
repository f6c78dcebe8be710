// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { runTimeScreenModule } from '#engine/compile/screen-module.ts';
import { screenRuntime, type ScreenRuntime } from '#engine/compile/screen-runtime.ts';
import type { CompiledScreen, ScreenDocument } from '#engine/document/document.ts';
import { ada, open, withConsole } from '#tests/console/harness.tsx';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { loadFlow } from '../../flow/registry.ts';
import * as gallery from '../../gallery/preview.ts';
import '../../flow/console-flows.ts';
import { ScreenPreview } from './screen-preview.tsx';

withConsole();

const owner = { ...ada, sysadmin: false, permissions: ['SYSTEM:Studio.Access'] };
const preview = () => screen.findByRole('region', { name: 'Screen' });
const answers = async () => within(await preview()).findByRole<HTMLInputElement>('combobox', { name: 'Answers' });
const named = async (label: RegExp) =>
  within(await preview()).findByRole<HTMLInputElement>('textbox', { name: label, hidden: true });

const list = () => screen.findByRole('listbox', { name: 'Answers' });
const listed = async () =>
  within(await list())
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(await answers());
  await user.click(await within(await list()).findByRole('option', { name }));
  await waitFor(() => expect(screen.queryByRole('option', { name })).toBeNull());
}

async function compiled({ flow, id }: CompiledScreen, document: ScreenDocument): Promise<CompiledScreen> {
  const text = Buffer.from(runTimeScreenModule(flow, id, document)).toString('base64');
  const { default: make } = (await import(/* @vite-ignore */ `data:text/javascript;base64,${text}`)) as {
    default: (runtime: ScreenRuntime) => CompiledScreen;
  };
  return make(screenRuntime);
}

/** The organization flow with other details, as an edit gives them. */
async function withDetails(
  change: (document: ScreenDocument) => ScreenDocument,
  breaking = (details: CompiledScreen): CompiledScreen => details,
): Promise<LoadedFlow> {
  const loaded = await loadFlow('organization');
  const before = loaded.screens['details'] as CompiledScreen;
  const details = breaking(await compiled(before, change(structuredClone(before.document))));
  return { ...loaded, screens: { ...loaded.screens, details } };
}

const withName = (maxLength: number) => (document: ScreenDocument) => {
  Object.assign(document.schema?.properties?.['name'] ?? {}, { maxLength });
  return { ...document, examples: { valid: [{ name: 'Northwind' }], invalid: [] } };
};

function drawn(loaded: LoadedFlow, stamp: string) {
  const shown = gallery.statesOf(loaded).filter((state) => state.screen === 'details' && !state.busy);
  return (
    <MantineProvider env="test">
      <ScreenPreview
        Stage={gallery.Stage}
        loaded={loaded}
        shown={shown}
        stamp={stamp}
        language="en-us"
        onLanguage={() => undefined}
      />
    </MantineProvider>
  );
}

describe('the preview of a screen', () => {
  it('shows answers that the screen accepts, and ones that it refuses with what it says then', async () => {
    const user = await open('/studio/organization', owner);
    expect(await answers()).toHaveProperty('value', 'As the flow shows it');
    await choose(user, 'Name: 50 characters');
    await waitFor(async () => expect((await named(/^Name/)).value).toHaveLength(50));
    expect(within(await preview()).queryByText('Must be at most 50 characters')).toBeNull();
    await choose(user, 'Name: 51 characters');
    await waitFor(async () => expect((await named(/^Name/)).value).toHaveLength(51));
    expect(await within(await preview()).findByText('Must be at most 50 characters')).toBeDefined();
    await choose(user, 'As the flow shows it');
    await waitFor(async () => expect((await named(/^Name/)).value).toBe(''));
  });

  it('finds a case by a part of its name, and shows examples of the document', async () => {
    const user = await open('/studio/organization', owner);
    await user.click(await answers());
    await screen.findByRole('option', { name: 'Example 1' });
    await user.clear(await answers());
    await user.type(await answers(), 'example 2');
    expect(await listed()).toEqual(['Example 2', 'Invalid example 2: Name: Required']);
    await user.click(screen.getByRole('option', { name: 'Example 2' }));
    const description = await within(await preview()).findByDisplayValue(/Call Ada first\.$/);
    expect(description).toBeDefined();
  });

  it('begins with the case when it is tried, and carries it to the next step', async () => {
    const user = await open('/studio/organization', owner);
    await choose(user, 'Example 1');
    await user.click(within(await preview()).getByRole('switch', { name: 'Try it' }));
    await waitFor(async () => expect((await named(/^Name/)).value).toBe('Northwind'));
    await user.type(await named(/^Name/), ' Ltd');
    await user.click(within(await preview()).getByRole('button', { name: 'Next' }));
    expect(await within(await preview()).findByRole('heading', { name: 'Locations' })).toBeDefined();
    expect(await answers()).toHaveProperty('value', 'Example 1');
    await user.click(within(await preview()).getByRole('button', { name: 'Back' }));
    await waitFor(async () => expect((await named(/^Name/)).value).toBe('Northwind Ltd'));
  });

  it('has no answers to choose for a screen that asks nothing', async () => {
    await open('/studio/organization?state=editing.confirm', owner);
    expect(await within(await preview()).findByRole('radiogroup', { name: 'Width' })).toBeDefined();
    expect(within(await preview()).queryByRole('combobox', { name: 'Answers' })).toBeNull();
  });

  it('shows the page in other colours, and gives the own ones back when it is left', async () => {
    const user = await open('/studio/organization', owner);
    const scheme = () => document.documentElement.dataset['mantineColorScheme'];
    const colours = await within(await preview()).findByRole('radiogroup', { name: /^Colours of the whole page/ });
    await waitFor(() => expect(scheme()).toBe('light'));
    await user.click(within(colours).getByRole('radio', { name: 'Dark' }));
    expect(scheme()).toBe('dark');
    await user.click(within(colours).getByRole('radio', { name: 'My theme' }));
    expect(scheme()).toBe('light');
    await user.click(within(colours).getByRole('radio', { name: 'Dark' }));
    window.location.hash = '#/studio';
    await screen.findByRole('textbox', { name: 'Find a flow' });
    expect(scheme()).toBe('light');
  });

  it('follows the changed document: a case that is gone gives way to what the flow shows', async () => {
    const user = userEvent.setup();
    const { rerender } = render(drawn(await withDetails(withName(50)), 'one'));
    await choose(user, 'Example 1');
    rerender(drawn(await withDetails((document) => ({ ...withName(40)(document), title: 'Mine' })), 'two'));
    expect(await screen.findByRole('heading', { name: 'Mine', hidden: true })).toBeDefined();
    await waitFor(async () => expect((await named(/^Name/)).value).toBe('Northwind'));
    await choose(user, 'Name: 41 characters');
    rerender(drawn(await withDetails(withName(30)), 'three'));
    await waitFor(async () => expect(await answers()).toHaveProperty('value', 'As the flow shows it'));
    await waitFor(async () => expect((await named(/^Name/)).value).toBe(''));
  });

  it('goes on without cases that cannot be generated', async () => {
    const user = userEvent.setup();
    const loaded = await withDetails(withName(50), (details) => ({
      ...details,
      validate(data, context) {
        if (String((data as { name?: string }).name).length > 50) throw new Error('a rule of the document fails');
        return details.validate(data, context);
      },
    }));
    render(drawn(loaded, 'one'));
    await user.click(await answers());
    expect(await screen.findByText('The answers could not be generated')).toBeDefined();
    expect(await listed()).toEqual(['As the flow shows it']);
    expect(await named(/^Name/)).toBeDefined();
  });
});
