import { MantineProvider } from '@mantine/core';
import { fireEvent } from '@testing-library/dom';
import { createRoot, type Root } from 'react-dom/client';
import type { AnyMachineSnapshot } from 'xstate';
import { getNextSnapshot } from 'xstate';
import type { FieldError, ScreenDocument } from '#engine/document/document.ts';
import { submitLabel } from '#engine/document/submit.ts';
import type { Answers, Flow, FlowContext, FlowDefinition, FlowInput, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf } from '#engine/flow/view.ts';
import { screenOfSnapshot, type Material } from '#engine/paths/material.ts';
import { invokesOf, type MachineEvent, type Move } from '#engine/paths/move.ts';
import { FlowHost } from '#src/flow/flow-host.tsx';
import { cssVariables, theme } from '#src/theme/theme.ts';
import words from '../../../src/public/locales/en-us.json' with { type: 'json' };
import type { LoadedFlow } from '../load.ts';
import { StepWalker, type OpenWalker } from '../machine-tier.ts';
import type { Rig } from '../rig.ts';
import type { Seen } from '../seen.ts';
import { pass, turn, until } from './clock.ts';
import { FormFiller } from './fill-form.ts';
import {
  buttonNamed,
  buttonsIn,
  dialogForm,
  nameOf,
  partWith,
  readPage,
  rowErrors,
  stepRoot,
  stepStands,
} from './page-seen.ts';
import { KeptRow, RowHost } from './row-host.tsx';
import type { ServedCalls } from './served-calls.ts';
import { watched, type Watch } from './watched-machine.ts';

/** A person who stops this long has paused: the machine hears of what was typed. */
const PAUSE = 500;

/** The words of ways on that no document names. */
const GENERAL: Readonly<Record<string, string>> = {
  back: words.screen.back,
  confirmed: words.screen.next,
  retried: words.screen.tryAgain,
};

/** The page of one flow, for all of its paths. */
export interface DomStage {
  /** As the page itself finds it. */
  definition: FlowDefinition;
  served: ServedCalls;
  /** Sets what the server asks to know which effects are waited for. */
  watch: { current: Watch | undefined };
}

/** Walks with the flow host of the console in a simulated page, its client and a server of msw. */
export function openIn(stage: DomStage): OpenWalker {
  return async (loaded, material, { input, machine = loaded.flow.machine }) => {
    const walker = new DomWalker({ ...loaded, flow: { ...loaded.flow, machine } }, material, input, stage);
    await walker.open();
    return walker;
  };
}

export class DomWalker extends StepWalker {
  private readonly stage: DomStage;
  private readonly watch: Watch;
  private readonly ended: FlowOutput[] = [];
  private readonly machine: Flow['machine'];
  private root: Root | undefined;
  private readonly kept = new KeptRow();
  /** The page was left: the machine was not asked, and stands where it would. */
  private left: AnyMachineSnapshot | undefined;

  constructor(loaded: LoadedFlow, material: Material, input: FlowInput, stage: DomStage) {
    const watch = watched(loaded.flow.machine, ({ type }) => {
      // The machine has its reply: whoever asks from now on asks anew.
      if (/^xstate\.(done|error)\.actor\./.test(type)) stage.served.answering.clear();
    });
    super(loaded, material, input, undefined as never);
    this.stage = stage;
    this.watch = watch;
    this.machine = stage.definition.machine;
    this.rig = this.rigOfPage();
  }

  /** Whether a table opens it, for one of its rows. */
  private get ofRow(): boolean {
    const { drafts, routes, presentation } = this.loaded.flow;
    return presentation === 'modal' && drafts === 'none' && routes === undefined;
  }

  async open(): Promise<void> {
    const { routes, drafts } = this.loaded.flow;
    const { mode, subject = '' } = this.input;
    const route = (mode === 'EDIT' ? routes?.edit : routes?.add) ?? '/';
    localStorage.clear();
    this.stage.served.reset();
    this.stage.definition.machine = this.watch.machine;
    this.stage.watch.current = this.watch;
    window.history.replaceState(null, '', `#${route.replace('$id', subject)}`);
    if (drafts === 'none' && !this.ofRow) throw new Error('a flow that keeps no draft is no path of this tier');
    this.kept.keep(undefined);
    await this.show();
  }

  override async end(): Promise<void> {
    this.root?.unmount();
    this.root = undefined;
    this.stage.served.reset();
    this.stage.definition.machine = this.machine;
    await turn();
  }

  override async reload(): Promise<Refusal | undefined> {
    window.dispatchEvent(new Event('pagehide'));
    this.root?.unmount();
    // What leaves with it is told a moment later.
    await turn();
    await turn();
    this.watch.forget();
    this.stage.served.reloaded();
    this.looked = 0;
    await this.show();
    const { refusal } = this.rig.snapshot().context as FlowContext;
    return refusal?.code.startsWith('draft_') ? refusal : undefined;
  }

  override async give(screen: string, data: Answers): Promise<void> {
    await this.answer(screen, data, true);
  }

  protected override async act(move: Move, event: MachineEvent): Promise<string[]> {
    await this.closeDialog();
    const wrong = await this.press(move, event);
    await this.settle();
    return [...wrong, ...this.untold()];
  }

  override async reply(effect: string, event: MachineEvent): Promise<string[]> {
    return [...(await super.reply(effect, event)), ...this.untold()];
  }

  /** Whoever opened the flow is told how it ended. */
  private untold(): string[] {
    const { status, output } = this.rig.snapshot();
    if (status !== 'done' || this.left !== undefined || this.ofRow) return [];
    const told = JSON.stringify(this.ended.at(-1));
    return told === JSON.stringify(output) ? [] : [`the flow ended with ${JSON.stringify(output)} and told ${told}`];
  }

  protected override async settle(): Promise<void> {
    const { served } = this.stage;
    await until(() => served.answering.size === 0 || this.rig.snapshot().status !== 'active');
    await turn();
    await until(() => served.busy() === 0 && this.underWay() && (this.isOver() || stepStands()));
  }

  protected override see(snapshot: AnyMachineSnapshot): Seen {
    const { state, screen } = viewOf(this.loaded.flow, this.loaded.screens, snapshot);
    return { state, screen, ...readPage(), busy: invokesOf(snapshot).length > 0 };
  }

  protected override tells({ pointer, message }: FieldError, seen: Seen): boolean {
    return (
      seen.errors.some((one) => one.pointer === pointer && one.message === message) ||
      rowErrors().some((words) => words.includes(message))
    );
  }

  private rigOfPage(): Rig {
    const { served } = this.stage;
    const snapshot = () => this.left ?? (this.watch.actor()?.getSnapshot() as AnyMachineSnapshot);
    return {
      get calls() {
        return served.calls;
      },
      pending: (effect) => served.calls.findLast((call) => call.effect === effect && !call.answered),
      snapshot,
      send: (event) => this.watch.actor()?.send(event),
      stop: () => undefined,
      broken: () => this.watch.failure(),
    };
  }

  private async show(): Promise<void> {
    const { mode, subject, copyOf, params } = this.input;
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    this.root = { render: (page) => root.render(page), unmount: () => (root.unmount(), place.remove()) };
    root.render(
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        {this.ofRow ? (
          <RowHost
            flow={this.loaded.flow.id}
            input={this.input}
            kept={this.kept}
            onEnded={(output) => this.ended.push(output)}
          />
        ) : (
          <FlowHost
            flowId={this.loaded.flow.id}
            mode={mode}
            {...(subject !== undefined && { subject })}
            {...(copyOf !== undefined && { copyOf })}
            {...(params && { params })}
            onEnded={(output) => this.ended.push(output)}
          />
        )}
      </MantineProvider>,
    );
    // The first time, its files are fetched.
    const offered = () => buttonNamed(document, words.flow.resume);
    await until(() => this.watch.actor() !== undefined || offered() !== undefined, 90);
    // What has no place in the address is offered where it is opened again.
    const resume = offered();
    if (resume !== undefined) await this.click(resume);
    await until(() => this.watch.actor() !== undefined);
    if (this.watch.actor() === undefined) throw new Error(`${this.loaded.flow.id} does not open: ${readPage().text}`);
    await this.settle();
  }

  /** Presses what the page offers for the move; what it does not offer comes from a stale page, straight to the machine. */
  private async press(move: Move, event: MachineEvent): Promise<string[]> {
    const view = this.view();
    if (view === undefined) return this.stale(event);
    const document = this.loaded.screens[view.screen]?.document;
    switch (move.kind) {
      case 'change':
      case 'submit':
        if (move.screen !== view.screen || document === undefined) return this.stale(event);
        return this.answer(move.screen, event['data'] as Answers, move.kind === 'submit', move.data);
      case 'choose': {
        const place = view.steps.findIndex(({ id }) => id === move.screen);
        const [stepper] = stepRoot()?.getElementsByTagName('ol') ?? [];
        const [button] = stepper?.children[place]?.getElementsByTagName('button') ?? [];
        return button ? this.click(button) : this.stale(event);
      }
      case 'event':
        return this.pressFor(move.type, event, view, document);
      default:
        return this.stale(event);
    }
  }

  private async pressFor(
    type: string,
    event: MachineEvent,
    view: StepView,
    document: ScreenDocument | undefined,
  ): Promise<string[]> {
    const own = document?.actions?.find(({ event: named }) => named === type)?.label;
    const label = own ?? GENERAL[type];
    const button = label === undefined ? partWith(stepRoot(), 'data-event', type) : buttonNamed(stepRoot(), label);
    if (button !== undefined) return this.click(button);
    if (type === 'closed' && view.can.close) return this.close(event);
    // What the server announces has no button, and no other event may come from a state that does not take it.
    const lacks = view.can.event(type) && !type.endsWith('.announced');
    return lacks ? [`${view.state} takes "${type}", and nothing of the page brings it about`] : this.stale(event);
  }

  /** By the button of the editor or modal around the step; answers that would be put down are asked about, and dropped. */
  private async close(event: MachineEvent): Promise<string[]> {
    const button = buttonNamed(document.getElementsByTagName('header')[0], words.flow.close);
    if (button === undefined) return this.stale(event);
    const before = this.ended.length;
    await this.click(button);
    const asked = () => buttonNamed(document, words.flow.discard);
    await until(() => this.ended.length > before || asked() !== undefined);
    const discard = asked();
    if (discard !== undefined) await this.click(discard);
    await until(() => this.ended.length > before);
    if (this.ended.length === before) return ['Close was pressed and the flow stayed open'];
    const { status } = this.rig.snapshot();
    // At a step the page goes by itself; the machine is not asked.
    if (status === 'active')
      this.left = getNextSnapshot(this.loaded.flow.machine, this.rig.snapshot(), event) as AnyMachineSnapshot;
    return [];
  }

  /** Types the answers and, to submit, presses on; to change, pauses, and presses where the answers are to be refused. */
  private async answer(screen: string, data: Answers, submits: boolean, name = ''): Promise<string[]> {
    const compiled = this.loaded.screens[screen];
    const [form] = stepRoot()?.getElementsByTagName('form') ?? [];
    const tried = this.material.cases?.[screen]?.[name];
    const filler = form && compiled ? new FormFiller(compiled, data) : undefined;
    let stands = true;
    if (form && filler) {
      if (this.before?.screen === screen) await this.bring(screen, this.before.data);
      this.before = undefined;
      const standing = this.view()?.data ?? {};
      stands = await filler.fill(form, standing);
      const cannot = [...filler.notEntered].filter(
        ([pointer]) => !filler.isLeft(pointer) || pointer === tried?.error?.pointer,
      );
      // What a person cannot bring there may still come with a draft; the form holds it to its bounds all the same.
      if (cannot.length > 0) {
        await this.bring(screen, data);
        this.before = { screen, data: standing };
      }
    }
    if (!stands) return [];
    if (!submits) {
      await pass(PAUSE);
      if (tried?.error === undefined) return [];
    }
    const { mode } = this.rig.snapshot().context as FlowContext;
    const label = (compiled && submitLabel(compiled.document, mode)) ?? words.screen.next;
    let sent = await this.send(label, submits);
    if (sent === undefined) return [`there is no button "${label}" to press`];
    if (!submits) return [];
    if (sent.length === 0 && filler?.leaves === true) {
      // What nobody can take away may lead to fields that were not to be answered.
      await this.bring(screen, data);
      sent = (await this.send(label, submits)) ?? [];
    }
    const [first] = sent;
    if (first === undefined) {
      const told = readPage().errors.map(({ pointer, message }) => `${pointer} "${message}"`);
      return [`"${label}" was pressed and nothing was submitted: ${told.join(', ') || 'nobody is told why'}`];
    }
    const wrong = filler?.differs(first['data'] as Answers) ?? [];
    return wrong.length === 0
      ? []
      : [`"${label}" sent something else than was given in ${wrong.join(', ')}: ${JSON.stringify(first['data'])}`];
  }

  /** Presses the button, as often as people do; what the machine heard was submitted. `undefined` without the button. */
  private async send(label: string, submits: boolean): Promise<MachineEvent[] | undefined> {
    const button = buttonNamed(stepRoot(), label);
    if (button === undefined) return undefined;
    const heard = this.watch.events.length;
    await this.click(button, submits);
    return this.watch.events.slice(heard).filter(({ type }) => type === 'step.submitted');
  }

  /** What stood there before answers were brought that nobody could type: nobody could take them away either. */
  private before: { screen: string; data: Answers } | undefined;

  private async bring(screen: string, data: Answers): Promise<void> {
    this.rig.send({ type: 'step.changed', screen, data });
    await turn();
  }

  private async click(button: Element, twice = false): Promise<string[]> {
    fireEvent.click(button);
    if (twice) fireEvent.click(button);
    await turn();
    return [];
  }

  private stale(event: MachineEvent): string[] {
    this.rig.send(event);
    return [];
  }

  private async closeDialog(): Promise<void> {
    if (dialogForm() === null) return;
    const cancel = buttonsIn(dialogForm()).find((one) => nameOf(one) === words.screen.cancel);
    if (cancel) await this.click(cancel);
    await until(() => dialogForm() === null);
  }

  private view(): StepView | undefined {
    const snapshot = this.rig.snapshot();
    const shows = snapshot.status === 'active' && screenOfSnapshot(snapshot) !== undefined;
    return shows ? viewOf(this.loaded.flow, this.loaded.screens, snapshot) : undefined;
  }

  private isOver(): boolean {
    const { status } = this.rig.snapshot();
    return status !== 'active';
  }

  /** The requests of the state have reached the server. */
  private underWay(): boolean {
    const snapshot = this.rig.snapshot();
    return (
      snapshot.status !== 'active' || invokesOf(snapshot).every(({ effect }) => this.rig.pending(effect) !== undefined)
    );
  }
}
