import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import type { FieldError } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import type { Run } from '#api/contract/runs.ts';
import type { Answers, FlowInput, JobProgress, Refusal } from '#engine/flow/flow.ts';
import { viewOf } from '#engine/flow/view.ts';
import { Transitions } from '../generator/guards.ts';
import { AS_IS, screenOfSnapshot, type Material } from '../generator/material.ts';
import { invokesOf, moveName, type MachineEvent, type Move } from '../generator/move.ts';
import { tellingField } from '#screens/form/telling-field.ts';
import words from '../../../src/public/locales/en-us.json' with { type: 'json' };
import type { LoadedFlow } from '../load.ts';
import { StepWalker, type Looked } from '../machine-tier.ts';
import { rigOf } from '../rig.ts';
import type { Seen } from '../seen.ts';
import { asTicked, plain, whileTrying, withEmptied, withoutIdleBlanks, withoutNewIds } from './answers-sent.ts';
import { findingsOf } from './axe-findings.ts';
import type { Desk } from './desk.ts';
import { sendsPiece } from './effect-calls.ts';
import { ARRIVAL, FlowPage } from './flow-page.ts';
import { twice } from './hands.ts';
import { readsRun } from './job-calls.ts';
import { controlFor } from './offered.ts';
import type { PageLook } from './page-look.ts';
import { wrongAfterSave } from './saved-again.ts';
import { askedForFile, sendAsTold } from './upload-replies.ts';
import { wrongOnPage } from './wrong-on-page.ts';

/** How long the page may take to say what it says in a state, in ms. */
const SETTLING = 3000;

/** How long something that must not happen is given to happen, in ms. */
export const A_WHILE = 250;

/**
 * Walks the built product in a browser. The flow's machine runs beside the page as the model: whatever is done to the
 * page is told to it, what the server answers as well, and after each step the page must stand where the model stands.
 */
export class BrowserWalker extends StepWalker {
  readonly desk: Desk;
  readonly flowPage: FlowPage;
  private readonly transitions: Transitions;
  private now: PageLook | undefined;
  /** The one that is taken. */
  private move: Move | undefined;
  private screen: string | undefined;
  // The server answers there, not the path.
  protected override readonly leftAlone = undefined;
  /** The watch whose readings have no reply now. */
  private unread: string | undefined;
  private reloaded = false;
  private readonly replies: Record<string, Record<string, unknown>> = {};
  private trouble: string[] = [];

  constructor(loaded: LoadedFlow, material: Material, input: FlowInput, desk: Desk) {
    super(loaded, material, input, rigOf(loaded.flow, input));
    this.desk = desk;
    this.flowPage = new FlowPage(loaded, desk);
    this.transitions = new Transitions(loaded.flow.machine);
  }

  async open(): Promise<this> {
    await this.desk.calls.begin();
    this.trouble = await problemsOf(async () => {
      await this.desk.page.goto(this.desk.url);
      await this.desk.prepared.place?.open(this.desk.page);
      return this.arrive();
    });
    return this;
  }

  /** What cannot be done in the page is a failure of the path, not of who walks it. */
  override async take(move: Move): Promise<{ event: MachineEvent | undefined; wrong: string[] }> {
    this.move = move;
    if (this.unread !== undefined) this.desk.calls.settle(this.unread);
    this.unread = undefined;
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

  /**
   * The browser itself has led to the address of a step: the model goes there where the machine takes it, and the page
   * has to stand where the model does. Answers with what is wrong.
   */
  async followed(step: string): Promise<string[]> {
    const { flow, screens } = this.loaded;
    const view = viewOf(flow, screens, this.rig.snapshot());
    const place = view.steps.findIndex(({ id }) => id === step);
    const state = this.state();
    this.screen = view.screen;
    this.looked = this.rig.calls.length;
    if (!view.busy && view.steps[place]?.canChoose === true) this.rig.send({ type: 'step.chosen', screen: step });
    else if (!view.busy && place >= 0 && place === view.position - 2) this.rig.send({ type: 'back' });
    // What must not happen is given the time to.
    if (this.state() === state) await new Promise((resolve) => setTimeout(resolve, A_WHILE));
    const left = await this.arrive();
    return [...left, ...(await this.look()).wrong];
  }

  get mode(): FlowInput['mode'] {
    return this.input.mode;
  }

  override async end(): Promise<void> {
    this.rig.stop();
    await this.desk.jobs.giveUp();
    await this.desk.calls.stop();
    await this.desk.leave();
    await this.desk.prepared.end?.();
  }

  protected override async act(move: Move, event: MachineEvent): Promise<string[]> {
    const snapshot = this.rig.snapshot();
    const control = controlFor(this.loaded, snapshot, move);
    if (typeof control === 'object' && 'reason' in control) {
      // What the machine does not take, the page does not offer.
      const ignored = this.transitions.select(snapshot, event).transition === undefined;
      this.now = await this.flowPage.look();
      return ignored ? [] : [`"${moveName(move)}" cannot be done in the page: ${control.reason}`];
    }
    const told = 'data' in move ? await this.typed(event, move.data) : event;
    const tried = 'data' in move ? this.material.cases?.[move.screen]?.[move.data] : undefined;
    if (tried?.error !== undefined) await this.flowPage.submit(snapshot);
    else await this.flowPage.press(control, snapshot, move);
    this.rig.send(told);
    return this.arrive();
  }

  override async reply(effect: string, event: MachineEvent): Promise<string[]> {
    const { calls, jobs, uploads, prepared } = this.desk;
    if (jobs.isJob(effect)) return this.replyOfJob(effect, event);
    if (uploads.isUpload(effect)) return this.replyOfUpload(effect, event);
    const { body, wrong } = await this.sent(effect);
    const refusal = event['error'] as Refusal | undefined;
    const end = refusal === undefined ? 'done' : refusal.code;
    const isWatch = this.loaded.flow.effects[effect]?.kind === 'watch';
    const { move } = this;
    const named = move?.kind === 'done' || move?.kind === 'changed' ? `${effect} ${move.kind} ${move.reply}` : '';
    const ofReply = prepared.before?.[named];
    const given = prepared.given?.[named];
    const before = ofReply ?? prepared.before?.[`${effect} ${end}`];
    if (refusal !== undefined && before === undefined) {
      await calls.refuse(effect, refusal);
      wrong.push(...(await super.reply(effect, event)));
    } else if (given !== undefined) {
      await calls.answer(effect, given);
      wrong.push(...(await super.reply(effect, { ...event, output: given })));
    } else {
      await before?.(this.replies);
      const { ok, status, reply } = await calls.letThrough(effect);
      if (ok !== (end === 'done') || (!ok && reply?.['errorCode'] !== end))
        return [...wrong, `the server answered ${effect} with ${status} ${JSON.stringify(reply)}, not with ${end}`];
      this.replies[effect] = reply ?? {};
      if (ok) wrong.push(...(await wrongAfterSave(this.loaded, this.desk.page, { effect, body, reply: reply ?? {} })));
      const { errorMessage: message, fields } = reply ?? {};
      const said = ok
        ? { ...event, output: reply }
        : { type: event.type, error: { code: end, message, ...(fields !== undefined && { fields }) } };
      wrong.push(...(await super.reply(effect, said)));
    }
    // A watch reads again whatever came of the reading: after a reading without a reply none has one until the next move.
    if (event.type === 'effect.retries') this.unread = effect;
    else if (isWatch) calls.settle(effect);
    wrong.push(...(await this.arrive()));
    if (event.type !== 'effect.retries') calls.settle(effect);
    return wrong;
  }

  /** What the page sent with the effect, and what of it is wrong. */
  private async sent(effect: string): Promise<{ body: unknown; wrong: string[] }> {
    const { calls } = this.desk;
    const pending = this.rig.pending(effect);
    if (pending === undefined) return { body: undefined, wrong: [`${effect} is not under way in ${this.state()}`] };
    const body = await calls.caught(effect);
    const wrong: string[] = [];
    if (calls.count(effect) > 1) wrong.push(`the page sent ${effect} ${calls.count(effect)} times`);
    if (!isDeepStrictEqual(body, plain(pending.input.body)))
      wrong.push(`the page sent ${JSON.stringify(body)} with ${effect}, not ${JSON.stringify(pending.input.body)}`);
    return { body, wrong };
  }

  /** The agent does what the path says, and the model is told what the server made of it. */
  private async replyOfJob(effect: string, event: MachineEvent): Promise<string[]> {
    const { calls, jobs } = this.desk;
    const wrong = jobs.runOf(effect) === undefined ? (await this.sent(effect)).wrong : [];
    const { type } = event;
    const refusal = event['error'] as Refusal | undefined;
    const tell = async (said: MachineEvent) => wrong.push(...(await super.reply(effect, said)));
    const tellProgress = ({ id: run, progress, cancelRequested }: Run) =>
      tell({ type: 'job.progressed', effect, run, progress: { ...progress, cancelRequested } });
    if (type === 'job.progressed') {
      await tellProgress(await jobs.report(effect, event['progress'] as JobProgress));
    } else if (type === 'effect.retries' && refusal !== undefined) {
      await tellProgress(await jobs.loseReading(effect, refusal));
      await tell(event);
    } else if (refusal !== undefined) {
      await tell({ type, error: await jobs.refuse(effect, refusal) });
    } else {
      const { state, result } = await jobs.finish(effect, event['output']);
      if (state !== 'done') return [...wrong, `the run of ${effect} ended as ${state}, not as done`];
      await tell({ type, output: result });
    }
    wrong.push(...(await this.arrive()));
    calls.settle(effect, ...(type === 'effect.retries' ? [] : [readsRun]));
    return wrong;
  }

  private async replyOfUpload(effect: string, event: MachineEvent): Promise<string[]> {
    const { calls, uploads } = this.desk;
    const wrong = uploads.runOf(effect) === undefined ? (await this.sent(effect)).wrong : [];
    wrong.push(...(await super.reply(effect, await sendAsTold(this, effect, event))), ...(await this.arrive()));
    calls.settle(effect, sendsPiece);
    return wrong;
  }

  override async give(screen: string, data: Answers): Promise<void> {
    const event = await this.typed({ type: 'step.submitted', screen, data }, 'again');
    await this.flowPage.submit(this.rig.snapshot());
    this.rig.send(event);
    await this.arrive();
    const { now } = this;
    const said = now?.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
    if (now?.state !== this.state())
      throw new Error(
        `${screen} was given again, and the page stands in ${now?.state}, not in ${this.state()}: ${said}`,
      );
  }

  /** `again`: how the page comes to be loaded again. */
  override async reload(again?: () => Promise<unknown>): Promise<Refusal | undefined> {
    const { page, calls, uploads } = this.desk;
    const stood = this.state();
    const outcome = viewOf(this.loaded.flow, this.loaded.screens, this.rig.snapshot()).over === true;
    calls.forget();
    uploads.forget();
    this.screen = undefined;
    let notice = await super.reload();
    await (again ?? (() => page.reload()))();
    if (this.desk.prepared.place?.resumes === true) {
      const offered = await this.resume();
      if (outcome && offered) throw new Error(`${stood} is an outcome, and the page offers to go on with it`);
      this.begunAnew = outcome;
    }
    await this.flowPage.root().locator('h1').waitFor({ timeout: ARRIVAL });
    notice ??= await askedForFile(this);
    const restored = this.state();
    if ((await this.flowPage.look())?.state !== restored) {
      // Nothing was answered, so nothing was kept: the flow begins anew and goes to the step that the address names.
      this.rig.stop();
      this.rig = rigOf(this.loaded.flow, this.input);
      this.reloaded = !this.begunAnew;
    }
    await this.arrive();
    const { now } = this;
    if (now?.state !== this.state())
      throw new Error(`the page was left in ${stood} and came back in ${now?.state}, not in ${restored}`);
    // A modal takes the focus a moment after it stands: who acts before that has it taken away.
    const { wrong } = await this.look();
    if (wrong.length > 0) throw new Error(`left in ${stood} and loaded again: ${wrong.join('; ')}`);
    return notice;
  }

  /** Opens what the page has closed, and takes up the draft that is offered where there is one: whether there was. */
  private async resume(): Promise<boolean> {
    const { page, prepared } = this.desk;
    await prepared.place?.open(page);
    const offer = page.getByRole('dialog').getByRole('button', { name: words.flow.resume, exact: true });
    const heading = this.flowPage.root().locator('h1');
    await offer.or(heading).first().waitFor({ timeout: ARRIVAL });
    const offered = await offer.isVisible();
    if (offered) await offer.click();
    return offered;
  }

  override async look(move?: Move): Promise<Looked> {
    const calls = this.wrongCalls();
    const until = Date.now() + SETTLING;
    let looked = this.judgedHere(move);
    while (looked.wrong.length > 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      this.now = await this.flowPage.look();
      looked = this.judgedHere(move);
    }
    const { page, checked, picture } = this.desk;
    const { state, seen } = looked;
    if (seen !== undefined && !checked.has(state)) {
      checked.add(state);
      looked.wrong.push(...(await findingsOf(page, state)));
    }
    if (this.now === undefined && looked.wrong.length > 0)
      looked.wrong.push(`the page shows ${JSON.stringify(await this.flowPage.saysInstead())}`);
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

  protected override tells(error: FieldError, seen: Seen): boolean {
    const screen = this.loaded.screens[seen.screen];
    return super.tells(screen ? { ...error, pointer: tellingField(screen, error.pointer) } : error, seen);
  }

  /** What was seen last, against what must be. */
  private judgedHere(move: Move | undefined): Looked {
    const looked = this.judged(move);
    return { ...looked, wrong: [...looked.wrong, ...this.wrongHere()] };
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

  /**
   * Brings the answers of the event into the form; what was brought is what the machine will be told. `name`: how the path
   * calls them.
   */
  private async typed(event: MachineEvent, name: string): Promise<MachineEvent> {
    const id = String(event['screen']);
    const screen = this.loaded.screens[id];
    if (screen?.document.schema === undefined) return event;
    const model = this.rig.snapshot();
    const given = event['data'] as Answers;
    const wanted = this.answersHere(id, given, name);
    if (name === AS_IS && isDeepStrictEqual(wanted, given)) return event;
    const { flow, screens } = this.loaded;
    const standing = viewOf(flow, screens, model).data;
    const ticked = asTicked(screen, withoutNewIds(wanted, standing), standing);
    const data = withoutIdleBlanks(screen, withEmptied(screen, ticked, standing));
    await this.flowPage.fill(screen, model, data);
    return { ...event, data };
  }

  /** As the server there needs them, but for a field whose bound is tried and which offers no choices of the server. */
  private answersHere(screen: string, given: Answers, name: string): Answers {
    const wanted = this.desk.prepared.answers?.(screen, given) ?? given;
    const isCase = this.material.cases?.[screen]?.[name] !== undefined;
    const [pointer = '', keyword] = isCase ? name.split(' ') : [];
    const [tried] = segmentsOf(pointer);
    // Any value shows that one is required.
    if (tried === undefined || (keyword === 'required' && tried in given)) return wanted;
    return whileTrying(this.loaded.screens[screen], tried, given, wanted);
  }

  /** Waits until the page stands where the model stands, which is said by who looks; answers with what else is wrong. */
  private async arrive(): Promise<string[]> {
    if (this.reloaded) await this.followAddress();
    const { calls, jobs, uploads } = this.desk;
    const snapshot = this.rig.snapshot();
    const state = snapshot.status === 'active' ? this.state() : undefined;
    this.now = await this.flowPage.look({ state, ms: ARRIVAL });
    const waited = new Set(state === undefined ? [] : invokesOf(snapshot).map(({ effect }) => effect));
    for (const effect of waited) {
      const { run, body } = this.rig.pending(effect)?.input ?? {};
      if (uploads.isUpload(effect) && run !== undefined) uploads.attach(effect, run, (body as { size: number }).size);
      const isAt = jobs.runOf(effect) ?? uploads.runOf(effect);
      if (isAt === undefined && effect !== this.unread) await calls.caught(effect);
    }
    return [...(await jobs.leaveOthers(waited)), ...(await uploads.leaveOthers(waited))];
  }

  /** A flow that began anew goes to the step that the address names as soon as its machine leads there. */
  private async followAddress(): Promise<void> {
    const step = new URL(this.desk.page.url().replace('#', '')).searchParams.get('step');
    const snapshot = this.rig.snapshot();
    if (step === null || invokesOf(snapshot).length > 0) return;
    this.reloaded = false;
    if (snapshot.status !== 'active') return;
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
