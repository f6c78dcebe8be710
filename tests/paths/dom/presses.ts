import type { ScreenDocument } from '#engine/document/document.ts';
import { submitLabel } from '#engine/document/submit.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { fill } from '#screens/words.tsx';
import type { StepView } from '#engine/flow/step-view.ts';
import type { Material } from '../generator/material.ts';
import type { MachineEvent, Move } from '../generator/move.ts';
import words from '../../../src/public/locales/en-us.json' with { type: 'json' };
import type { LoadedFlow } from '../load.ts';
import { AnswerGiver } from './answer-giver.ts';
import { until } from './clock.ts';
import type { FlowPage } from './flow-page.tsx';
import { click } from './hand.ts';
import { buttonNamed, buttonsIn, dialogForm, nameOf, partWith, stepRoot } from './page-seen.ts';
import type { PageRig } from './page-rig.ts';
import { elementsOf, firstOf } from './elements.ts';

/** The words of ways on that no document names. */
const GENERAL: Readonly<Record<string, string>> = {
  back: words.screen.back,
  confirmed: words.screen.next,
  retried: words.screen.tryAgain,
};

/** Seconds for a part of the page that is fetched when it is first shown. */
const A_LOOK = 2;

/** Does in the page what a move is; what the page does not offer comes from a stale page, straight to the machine. */
export class Presses {
  readonly answers: AnswerGiver;
  private readonly loaded: LoadedFlow;
  private readonly rig: PageRig;
  private readonly page: FlowPage;

  constructor(loaded: LoadedFlow, material: Material, rig: PageRig, page: FlowPage) {
    this.loaded = loaded;
    this.rig = rig;
    this.page = page;
    this.answers = new AnswerGiver(loaded, material, rig);
  }

  /** Answers with why it could not be done. */
  async make(move: Move, event: MachineEvent): Promise<string[]> {
    await closeDialog();
    const view = this.rig.view();
    if (view === undefined) return this.stale(event);
    const document = this.loaded.screens[view.screen]?.document;
    switch (move.kind) {
      case 'change':
      case 'submit':
        if (move.screen !== view.screen || document === undefined) return this.stale(event);
        if (move.kind === 'submit' && !view.can.submit) return this.untaken(view, document, event);
        return this.answers.give(move.screen, event['data'] as Answers, move.kind === 'submit', move.data);
      case 'choose':
        return this.choose(move.screen, view, event);
      case 'event':
        return this.pressFor(move.type, event, view, document);
      default:
        return this.stale(event);
    }
  }

  private async choose(screen: string, view: StepView, event: MachineEvent): Promise<string[]> {
    const place = view.steps.findIndex(({ id }) => id === screen);
    const stepper = firstOf(stepRoot(), 'ol');
    const button = firstOf(elementsOf(stepper, 'li')[place], 'button');
    return button ? this.press(button) : this.stale(event);
  }

  private async pressFor(
    type: string,
    event: MachineEvent,
    view: StepView,
    document: ScreenDocument | undefined,
  ): Promise<string[]> {
    const own = document?.actions?.find(({ event: named }) => named === type)?.label;
    const label = own === undefined ? GENERAL[type] : fill(own, view.words);
    const offered = () =>
      label === undefined ? partWith(stepRoot(), 'data-event', type) : buttonNamed(stepRoot(), label);
    // What the server announces has no button.
    const wanted = view.can.event(type) && !type.endsWith('.announced');
    // The part of a screen that has it is fetched when it is first shown.
    if (wanted && type !== 'closed') await until(() => offered() !== undefined, A_LOOK);
    const button = offered();
    if (button !== undefined) return this.press(button);
    if (type === 'closed' && view.can.close) return this.close(event);
    // No other event may come from a state that does not take it.
    return wanted ? [`${view.state} takes "${type}", and nothing of the page brings it about`] : this.stale(event);
  }

  /** By the button of the editor or modal around the step; answers that would be put down are asked about, and dropped. */
  private async close(event: MachineEvent): Promise<string[]> {
    const button = buttonNamed(firstOf(document, 'header'), words.flow.close);
    if (button === undefined) return this.stale(event);
    const { ended } = this.page;
    const before = ended.length;
    const here = this.rig.view()?.state;
    // While work is under way the flow asks by itself.
    const isAnswered = () => ended.length > before || (!this.rig.isOver() && this.rig.view()?.state !== here);
    await click(button);
    const asked = () => buttonNamed(document, words.flow.discard);
    await until(() => isAnswered() || asked() !== undefined);
    if (isAnswered() && ended.length === before) return [];
    const discard = asked();
    if (discard !== undefined) await click(discard);
    await until(() => ended.length > before);
    if (ended.length === before) return ['Close was pressed and the flow stayed open'];
    this.rig.leaveBy(event);
    return [];
  }

  private async press(button: Element): Promise<string[]> {
    await click(button);
    return [];
  }

  /** What would not be taken is not offered either. */
  private untaken(view: StepView, document: ScreenDocument, event: MachineEvent): string[] {
    const label = submitLabel(document, view) ?? words.screen.next;
    if (buttonNamed(stepRoot(), label) !== undefined) return [`"${label}" can be pressed and does nothing`];
    return this.stale(event);
  }

  private stale(event: MachineEvent): string[] {
    this.rig.send(event);
    return [];
  }
}

/** Of a row that was refused. */
async function closeDialog(): Promise<void> {
  if (dialogForm() === null) return;
  const cancel = buttonsIn(dialogForm()).find((one) => nameOf(one) === words.screen.cancel);
  if (cancel) await click(cancel);
  await until(() => dialogForm() === null);
}
