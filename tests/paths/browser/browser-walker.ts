import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import { submitLabel } from '#engine/document/submit.ts';
import type { Answers, FlowContext, FlowInput, Refusal } from '#engine/flow/flow.ts';
import { viewOf } from '#engine/flow/view.ts';
import { Transitions } from '#engine/paths/guards.ts';
import { AS_IS, screenOfSnapshot, type Material } from '#engine/paths/material.ts';
import { invokesOf, moveName, type MachineEvent, type Move } from '#engine/paths/move.ts';
import type { LoadedFlow } from '../load.ts';
import { StepWalker, type Looked } from '../machine-tier.ts';
import { rigOf } from '../rig.ts';
import type { Seen } from '../seen.ts';
import type { Prepared } from './browser-case.ts';
import type { EffectCalls } from './effect-calls.ts';
import { fillForm } from './fill-form.ts';
import { twice, type Hands } from './hands.ts';
import { controlFor, type Control } from './offered.ts';
import { plain, withoutNewIds } from './answers-sent.ts';
import { findingsOf } from './axe-findings.ts';
import { lookAt, type PageLook } from './page-look.ts';
import { wrongOnPage } from './wrong-on-page.ts';

/** How long the page may take to come to a state, and to say what it says there, in ms. */
const ARRIVAL = 30_000;
const SETTLING = 3000;

/** Where a person sits: the page, the server behind it, and what was prepared for the path. */
export interface Desk {
  page: Page;
  calls: EffectCalls;
  hands: Hands;
  prepared: Prepared;
  /** The address at which the flow is opened. */
  url: string;
  /** States in which axe has looked already. */
  checked: Set<string>;
  /** Takes a picture; answers where it stands beside the report. */
  picture?: ((page: Page) => Promise<string>) | undefined;
  /** Gives the page up for whoever comes next. */
  leave(): Promise<void>;
}

/**
 * Walks the built product in a browser. The flow's machine runs beside the page as the model: whatever is done to the
 * page is told to it, what the server answers as well, and after each step the page must stand where the model stands.
 */
export class BrowserWalker extends StepWalker {
  readonly desk: Desk;
  private readonly transitions: Transitions;
  private now: PageLook | undefined;
  private screen: string | undefined;
  private reloaded = false;
  private trouble: string[] = [];

  constructor(loaded: LoadedFlow, material: Material, input: FlowInput, desk: Desk) {
    super(loaded, material, input, rigOf(loaded.flow, input));
    this.desk = desk;
    this.transitions = new Transitions(loaded.flow.machine);
  }

  async open(): Promise<this> {
    await this.desk.calls.begin();
    this.trouble = await problemsOf(async () => {
      await this.desk.page.goto(this.desk.url);
      await this.desk.prepared.place?.open(this.desk.page);
      await this.arrive();
      return [];
    });
    return this;
  }

  /** What cannot be done in the page is a failure of the path, not of who walks it. */
  override async take(move: Move): Promise<{ event: MachineEvent | undefined; wrong: string[] }> {
    let event: MachineEvent | undefined;
    const wrong = await problemsOf(async () => {
      const taken = await super.take(move);
      event = taken.event;
      return taken.wrong;
    });
    return { event, wrong };
  }

  /** The same with a double click. */
  async takeTwice(move: Move): Promise<string[]> {
    const { hands } = this.desk;
    this.desk.hands = twice(hands);
    const { wrong } = await this.take(move);
    this.desk.hands = hands;
    return wrong;
  }

  get mode(): FlowInput['mode'] {
    return this.input.mode;
  }

  override async end(): Promise<void> {
    this.rig.stop();
    await this.desk.calls.stop();
    await this.desk.leave();
  }

  /** The step screen of the flow. */
  root(): Locator {
    return this.desk.page.locator(`[data-flow="${this.loaded.flow.id}"]`);
  }

  /** What stands there now, whatever should. */
  peek(): Promise<PageLook | undefined> {
    return lookAt(this.desk.page, this.loaded.flow.id);
  }

  protected override async act(move: Move, event: MachineEvent): Promise<string[]> {
    const snapshot = this.rig.snapshot();
    const control = controlFor(this.loaded, snapshot, move);
    if (typeof control === 'object' && 'reason' in control) {
      // What the machine does not take, the page does not offer.
      const ignored = this.transitions.select(snapshot, event).transition === undefined;
      return ignored ? [] : [`"${moveName(move)}" cannot be done in the page: ${control.reason}`];
    }
    const told = 'screen' in move && move.kind !== 'choose' ? await this.typed(event, move.data === AS_IS) : event;
    const tried = 'data' in move ? this.material.cases?.[move.screen]?.[move.data] : undefined;
    if (tried?.error !== undefined) await this.press({ button: this.submitLabel() });
    else await this.press(control, move);
    this.rig.send(told);
    await this.arrive();
    return [];
  }

  override async reply(effect: string, event: MachineEvent): Promise<string[]> {
    const { calls, prepared } = this.desk;
    const pending = this.rig.pending(effect);
    if (pending === undefined) return [`${effect} is not under way in ${this.state()}`];
    const body = await calls.caught(effect);
    const wrong: string[] = [];
    if (calls.count(effect) > 1) wrong.push(`the page sent ${effect} ${calls.count(effect)} times`);
    if (!isDeepStrictEqual(body, plain(pending.input.body)))
      wrong.push(`the page sent ${JSON.stringify(body)} with ${effect}, not ${JSON.stringify(pending.input.body)}`);
    const refusal = event['error'] as Refusal | undefined;
    const end = refusal === undefined ? 'done' : refusal.code;
    const before = prepared.before?.[`${effect} ${end}`];
    if (refusal !== undefined && before === undefined) {
      await calls.refuse(effect, refusal);
      wrong.push(...(await super.reply(effect, event)));
    } else {
      await before?.();
      const { ok, status, reply } = await calls.letThrough(effect);
      if (ok !== (end === 'done') || (!ok && reply['errorCode'] !== end))
        return [...wrong, `the server answered ${effect} with ${status} ${JSON.stringify(reply)}, not with ${end}`];
      const said = ok
        ? { type: event.type, output: reply }
        : { type: event.type, error: { code: end, message: reply['errorMessage'] } };
      wrong.push(...(await super.reply(effect, said)));
    }
    await this.arrive();
    calls.settle(effect);
    return wrong;
  }

  override async give(screen: string, data: Answers): Promise<void> {
    const event = await this.typed({ type: 'step.submitted', screen, data });
    await this.press({ button: this.submitLabel() });
    this.rig.send(event);
    await this.arrive();
    const now = await this.peek();
    const said = now?.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
    if (now?.state !== this.state())
      throw new Error(
        `${screen} was given again, and the page stands in ${now?.state}, not in ${this.state()}: ${said}`,
      );
  }

  override async reload(): Promise<Refusal | undefined> {
    const { page, calls } = this.desk;
    const stood = this.state();
    calls.forget();
    this.screen = undefined;
    const notice = await super.reload();
    await page.reload();
    await this.root().locator('h1').waitFor({ timeout: ARRIVAL });
    const restored = this.state();
    if ((await this.peek())?.state !== restored) {
      // Nothing was answered, so nothing was kept: the flow begins anew and goes to the step that the address names.
      this.rig.stop();
      this.rig = rigOf(this.loaded.flow, this.input);
      this.reloaded = true;
    }
    await this.arrive();
    const now = await this.peek();
    if (now?.state !== this.state())
      throw new Error(`the page was left in ${stood} and came back in ${now?.state}, not in ${restored}`);
    return notice;
  }

  override async look(move?: Move): Promise<Looked> {
    const calls = this.wrongCalls();
    const until = Date.now() + SETTLING;
    let looked: Looked;
    for (;;) {
      this.now = await this.peek();
      looked = this.judged(move);
      looked.wrong.push(...this.wrongHere());
      if (looked.wrong.length === 0 || Date.now() > until) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { page, checked, picture } = this.desk;
    const { state, seen } = looked;
    if (seen !== undefined && !checked.has(state)) {
      checked.add(state);
      looked.wrong.push(...(await findingsOf(page, state)));
    }
    this.screen = screenOfSnapshot(this.rig.snapshot());
    const screenshot = await picture?.(page);
    return { ...looked, wrong: [...this.trouble.splice(0), ...calls, ...looked.wrong], screenshot };
  }

  protected override see(snapshot: AnyMachineSnapshot): Seen {
    const model = super.see(snapshot);
    const { now } = this;
    if (now === undefined) return { ...model, heading: '', text: '', buttons: [], errors: [] };
    const { heading, text, buttons, busy, errors } = now;
    return { ...model, heading, text, buttons, busy, errors };
  }

  private wrongHere(): string[] {
    const snapshot = this.rig.snapshot();
    const { now } = this;
    if (snapshot.status !== 'active')
      return now === undefined ? [] : [`the flow is over and ${now.state} still stands`];
    const { flow, screens } = this.loaded;
    const view = viewOf(flow, screens, snapshot);
    return now === undefined
      ? [`the page does not show ${view.state}`]
      : wrongOnPage(now, view, screens[view.screen]?.secrets ?? [], this.screen);
  }

  /** Brings the answers of the event into the form; what was brought is what the machine will be told. */
  private async typed(event: MachineEvent, asItStands = false): Promise<MachineEvent> {
    const { page, hands, prepared } = this.desk;
    const { flow, screens } = this.loaded;
    const id = String(event['screen']);
    const screen = screens[id];
    const view = viewOf(flow, screens, this.rig.snapshot());
    if (screen?.document.schema === undefined) return event;
    const given = event['data'] as Answers;
    const wanted = prepared.answers?.(id, given) ?? given;
    if (asItStands && isDeepStrictEqual(wanted, given)) return event;
    const data = withoutNewIds(wanted, view.data);
    await fillForm(
      { page, root: this.root(), screen, mode: view.mode, hands, words: (...of) => prepared.words?.(...of) },
      data,
    );
    return { ...event, data };
  }

  private async press(control: Control, move?: Move): Promise<void> {
    const { page, hands } = this.desk;
    if (control === 'stepper' && move?.kind === 'choose') {
      const { steps } = viewOf(this.loaded.flow, this.loaded.screens, this.rig.snapshot());
      const place = steps.findIndex(({ id }) => id === move.screen);
      await hands.press(this.root().locator('nav ol > li').nth(place).getByRole('button'));
    } else if (control === 'close') {
      const closes = page.getByRole('button', { name: 'Close', exact: true });
      // A modal lies over what else may be closed.
      await hands.press(this.loaded.flow.presentation === 'modal' ? closes.last() : closes.first());
      await this.leave();
    } else if (typeof control === 'object' && 'part' in control) {
      await hands.press(this.root().locator(`[data-event="${control.part}"]`));
    } else if (typeof control === 'object') {
      await hands.press(this.root().getByRole('button', { name: control.button, exact: true }).last());
    }
  }

  /** Whoever has answered something is asked first. */
  private async leave(): Promise<void> {
    const { page, hands } = this.desk;
    const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true });
    const gone = this.root().waitFor({ state: 'detached', timeout: ARRIVAL });
    const asked = await Promise.race([
      discard.waitFor({ timeout: ARRIVAL }).then(() => true),
      gone.then(() => false),
    ]).catch(() => false);
    if (asked) await hands.press(discard);
  }

  private submitLabel(): string {
    const snapshot = this.rig.snapshot();
    const { document } = this.loaded.screens[screenOfSnapshot(snapshot) ?? ''] ?? {};
    return (document && submitLabel(document, (snapshot.context as FlowContext).mode)) ?? 'Next';
  }

  /** Waits until the page stands where the model stands; what is wrong is said by who looks. */
  private async arrive(): Promise<void> {
    const { page, calls } = this.desk;
    if (this.reloaded) await this.followAddress();
    const snapshot = this.rig.snapshot();
    const state = snapshot.status === 'active' ? this.state() : undefined;
    const wanted = { flow: this.loaded.flow.id, state };
    await page
      .waitForFunction(
        (at) => {
          const root = document.querySelector<HTMLElement>(`[data-flow="${at.flow}"]`);
          return at.state === undefined
            ? root === null
            : root?.dataset['state'] === at.state && root.querySelector('h1');
        },
        wanted,
        { timeout: ARRIVAL },
      )
      .catch(() => undefined);
    if (state !== undefined) for (const { effect } of invokesOf(snapshot)) await calls.caught(effect);
  }

  /** A flow that began anew goes to the step that the address names as soon as its machine leads there. */
  private async followAddress(): Promise<void> {
    const step = new URL(this.desk.page.url().replace('#', '')).searchParams.get('step');
    if (step === null || invokesOf(this.rig.snapshot()).length > 0) return;
    this.reloaded = false;
    this.rig.send({ type: 'step.chosen', screen: step });
  }
}

async function problemsOf(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return [stripVTControlCharacters(said).split('\n').slice(0, 4).join(' ')];
  }
}
