import type { Locator } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import type { CompiledScreen } from '#engine/document/document.ts';
import { submitLabel } from '#engine/document/submit.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';
import { viewOf } from '#engine/flow/view.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import type { Move } from '../generator/move.ts';
import type { LoadedFlow } from '../load.ts';
import type { Desk } from './desk.ts';
import { fillForm } from './fill-form.ts';
import type { Control } from './offered.ts';
import { lookAt, type Awaited, type PageLook } from './page-look.ts';

/** How long the page may take to come to a state, in ms. */
export const ARRIVAL = 30_000;

/** The flow as it stands in the page, and what a person does to it there. Where it should stand, others know. */
export class FlowPage {
  private readonly loaded: LoadedFlow;
  private readonly desk: Desk;

  constructor(loaded: LoadedFlow, desk: Desk) {
    this.loaded = loaded;
    this.desk = desk;
  }

  /** The step screen of the flow. */
  root(): Locator {
    return this.desk.page.locator(`[data-flow="${this.loaded.flow.id}"]`);
  }

  look(awaited?: Awaited): Promise<PageLook | undefined> {
    return lookAt(this.desk.page, this.loaded.flow.id, awaited);
  }

  /** Where the page is and what it says, in short: for when the flow does not stand there. */
  async saysInstead(): Promise<string> {
    const said = await this.desk.page.evaluate(() => `${window.location.hash} ${document.body.innerText}`);
    return said.replaceAll(/\s+/g, ' ').slice(0, 300);
  }

  /** Presses what brings the move about. `model`: where the flow stands. */
  async press(control: Control, model: AnyMachineSnapshot, move?: Move): Promise<void> {
    const { page, hands } = this.desk;
    if (control === 'stepper' && move?.kind === 'choose') {
      const { steps } = viewOf(this.loaded.flow, this.loaded.screens, model);
      const place = steps.findIndex(({ id }) => id === move.screen);
      await hands.press(this.root().locator('nav ol > li').nth(place).getByRole('button'));
    } else if (control === 'close') {
      const closes = page.getByRole('button', { name: 'Close', exact: true });
      const stood = await this.root().getAttribute('data-state');
      // A modal lies over what else may be closed.
      await hands.press(this.loaded.flow.presentation === 'modal' ? closes.last() : closes.first());
      await this.leave(stood ?? '');
    } else if (typeof control === 'object' && 'part' in control) {
      await hands.press(this.root().locator(`[data-event="${control.part}"]`));
    } else if (typeof control === 'object') {
      await hands.press(this.root().getByRole('button', { name: control.button, exact: true }).last());
    }
  }

  /** Presses the way on from the form, whatever stands in it. */
  async submit(model: AnyMachineSnapshot): Promise<void> {
    const { flow, screens } = this.loaded;
    const { document } = screens[screenOfSnapshot(model) ?? ''] ?? {};
    const label = document && submitLabel(document, viewOf(flow, screens, model));
    await this.press({ button: label ?? 'Next' }, model);
  }

  /** Brings answers into the form. */
  async fill(screen: CompiledScreen, model: AnyMachineSnapshot, data: Answers): Promise<void> {
    const { page, hands, prepared } = this.desk;
    const { mode } = model.context as FlowContext;
    const words = (pointer: string, value: unknown) => prepared.words?.(pointer, value);
    const file = (answer: string) => {
      if (prepared.file === undefined) throw new Error(`the case says no place where "${answer}" lies`);
      return prepared.file(answer);
    };
    await fillForm({ page, root: this.root(), screen, mode, hands, words, file }, data);
  }

  /** The page asks a person who has answered something before it closes; some flows ask in a state of their own instead. `state`: before the press. */
  private async leave(state: string): Promise<void> {
    const { page, hands } = this.desk;
    const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true });
    const stood = page.locator(`[data-flow="${this.loaded.flow.id}"][data-state="${state}"]`);
    const gone = stood.waitFor({ state: 'detached', timeout: ARRIVAL });
    const asked = await Promise.race([
      discard.waitFor({ timeout: ARRIVAL }).then(() => true),
      gone.then(() => false),
    ]).catch(() => false);
    if (asked) await hands.press(discard);
  }
}
