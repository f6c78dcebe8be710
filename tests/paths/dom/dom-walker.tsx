import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, waitFor, type RenderResult } from '@testing-library/react';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Answers } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf, type Screens } from '#engine/flow/view.ts';
import type { Material } from '#engine/paths/material.ts';
import { screenOfSnapshot } from '#engine/paths/material.ts';
import type { MachineEvent, Move } from '#engine/paths/move.ts';
import { OptionSourcesProvider, type OptionSources } from '#screens/options/option-sources.tsx';
import { StepScreen } from '#screens/step-screen.tsx';
import type { LoadedFlow } from '../load.ts';
import { StepWalker } from '../machine-tier.ts';
import { settled, type Rig } from '../rig.ts';
import type { Seen } from '../seen.ts';

const choices = [1, 2, 3, 4].map((value) => ({ value, label: `Choice ${value}` }));
// A document may name any source; here each has the same choices.
const sources: OptionSources = new Proxy({}, { get: () => async () => choices });

/**
 * Walks with the real step screens in a simulated page: a person's moves press the buttons that stand there, and what is
 * seen is read from the page. Answers come into the form as the machine brings them; typing is tested with the widgets.
 */
export class DomWalker extends StepWalker {
  private page: RenderResult | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly compiled: Screens;
  private view: StepView | undefined;

  constructor(loaded: LoadedFlow, material: Material, rig: Rig, compiled: Screens) {
    super(loaded, material, rig);
    this.compiled = compiled;
    const send = rig.send;
    rig.send = (event) => act(() => this.shown(() => send(event)));
  }

  async open(): Promise<this> {
    this.read();
    this.page = await act(async () => render(<MantineProvider env="test">{<Page walker={this} />}</MantineProvider>));
    await this.arrived();
    return this;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  moment = (): StepView | undefined => this.view;

  screen(view: StepView): ReactNode {
    const { flow } = this.loaded;
    return (
      <OptionSourcesProvider value={sources}>
        <StepScreen
          flow={flow}
          screens={this.compiled}
          view={view}
          send={(event) => this.rig.send(event as MachineEvent)}
        />
      </OptionSourcesProvider>
    );
  }

  override end(): void {
    this.page?.unmount();
    super.end();
  }

  protected override async act(move: Move, event: MachineEvent): Promise<string[]> {
    const wrong = await this.press(move, event);
    await this.arrived();
    return wrong;
  }

  protected override async settle(): Promise<void> {
    await act(async () => {
      await settled();
      this.shown(() => undefined);
    });
    await this.arrived();
  }

  protected override see(snapshot: AnyMachineSnapshot): Seen {
    const { container } = this.root();
    const seen = super.see(snapshot);
    const inputs = [...container.querySelectorAll<HTMLInputElement>('input,textarea')].map(({ value }) => value);
    return {
      ...seen,
      heading: container.querySelector('h1')?.textContent ?? '',
      text: [container.textContent, ...inputs].join('\n'),
      buttons: this.buttons().map(labelOf),
    };
  }

  /** Presses what the page offers for the move; what it does not offer comes from a stale page, straight to the machine. */
  private async press(move: Move, event: MachineEvent): Promise<string[]> {
    const view = this.view;
    const here = view !== undefined && 'screen' in move && move.screen === view.screen;
    const document = view && this.compiled[view.screen]?.document;
    if (view === undefined || document === undefined) return this.stale(event);
    switch (move.kind) {
      case 'change':
      case 'submit': {
        if (!here) return this.stale(event);
        const data = event['data'] as Answers;
        if (document.schema !== undefined) this.rig.send({ type: 'step.changed', screen: view.screen, data });
        const tried = this.material.cases?.[move.screen]?.[move.data];
        const presses = move.kind === 'submit' || tried?.error !== undefined;
        if (!presses) return [];
        await this.arrived();
        const label = document.submit ?? 'Next';
        return this.click(label) ? [] : [`there is no button "${label}" to press`];
      }
      case 'choose':
        return this.choose(view, move.screen) ? [] : this.stale(event);
      case 'event': {
        const label =
          move.type === 'back' ? 'Back' : document.actions?.find(({ event: type }) => type === move.type)?.label;
        const own = document.actions?.find(({ event: type }) => type === move.type)?.label ?? label;
        return own !== undefined && this.click(own) ? [] : this.stale(event);
      }
      default:
        return this.stale(event);
    }
  }

  private stale(event: MachineEvent): string[] {
    this.rig.send(event);
    return [];
  }

  private choose(view: StepView, screen: string): boolean {
    const place = view.steps.findIndex(({ id }) => id === screen);
    const button = this.root().container.querySelectorAll('nav ol > li')[place]?.querySelector('button');
    if (button) act(() => this.shown(() => fireEvent.click(button)));
    return Boolean(button);
  }

  private click(label: string): boolean {
    const button = this.buttons().findLast((one) => labelOf(one) === label);
    if (button) act(() => this.shown(() => fireEvent.click(button)));
    return button !== undefined;
  }

  private buttons(): HTMLElement[] {
    const all = [...this.root().container.querySelectorAll<HTMLElement>('button')];
    return all.filter((one) => !(one as HTMLButtonElement).disabled && one.getAttribute('aria-disabled') !== 'true');
  }

  private root(): RenderResult {
    if (this.page === undefined) throw new Error('the page is not open');
    return this.page;
  }

  /** Runs what may change the machine, and tells the page. */
  private shown(change: () => unknown): void {
    change();
    this.read();
    for (const listener of this.listeners) listener();
  }

  private read(): void {
    const snapshot = this.rig.snapshot();
    const { flow } = this.loaded;
    const seen = snapshot.status === 'active' && screenOfSnapshot(snapshot) !== undefined;
    this.view = seen ? viewOf(flow, this.compiled, snapshot) : undefined;
  }

  /** Parts of a screen are loaded when they are first shown. */
  private async arrived(): Promise<void> {
    if (this.view === undefined) return;
    const { container } = this.root();
    if (container.querySelector('h1') === null || container.querySelector('[data-loading]') !== null)
      await waitFor(() => {
        if (container.querySelector('h1') === null) throw new Error(`${this.state()} does not come up`);
      });
  }
}

function labelOf(button: HTMLElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
}

function Page({ walker }: { walker: DomWalker }): ReactNode {
  const view = useSyncExternalStore(walker.subscribe, walker.moment);
  return view === undefined ? null : walker.screen(view);
}
