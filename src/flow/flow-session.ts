import { createActor, type AnyActorRef, type AnyMachineSnapshot } from 'xstate';
import { DRAFT_TITLE_LENGTH } from '#api/contract/draft-title.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { toDraft, type Draft, type NestedDraft } from '#engine/flow/draft.ts';
import type { FlowEvent, FlowInput, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { checkGiven } from '#engine/flow/given.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { storedNested } from '#engine/flow/stored-draft.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf } from '#engine/flow/view.ts';
import { draftKeeper, type DraftKeeper, type DraftKeeperSettings, type DraftStatus } from './draft-keeper.ts';
import type { Door } from './door.ts';
import { fillEffects } from './effects.ts';
import type { FoundDraft } from './find-drafts.ts';
import type { LoadedFlow } from './loaded-flow.ts';
import { valueActor, type ValueActor } from './value-actor.ts';

export interface FlowSessionSettings extends LoadedFlow {
  door: Door;
  input: FlowInput;
  /** What was stored of an earlier session, to go on from. */
  resume?: FoundDraft;
  drafts: Omit<DraftKeeperSettings, 'id' | 'kind' | 'title' | 'subject' | 'revision' | 'sent' | 'onStatus'>;
  /** Told what there is to keep at each moment: whoever opened the flow keeps it with their own. */
  onDraft?: (draft: Draft) => void;
}

/** What a session shows now. */
export interface FlowMoment {
  view: StepView;
  /** Set once the flow has ended. */
  output?: FlowOutput;
}

/** The screens of a session, and what a snapshot shows with them: another function for other screens. */
export interface ShownScreens {
  screens: LoadedFlow['screens'];
  viewAt(snapshot: AnyMachineSnapshot): StepView;
}

/** A running flow: its actor, its effects and its draft. Knows no page. */
export interface FlowSession {
  readonly flow: LoadedFlow['flow'];
  /** Those of now: see `shown`. */
  readonly screens: LoadedFlow['screens'];
  /** Replaced by `takeScreens`. */
  readonly shown: ValueActor<ShownScreens>;
  readonly id: string;
  readonly subject: string | undefined;
  /** Why a resumed draft does not stand where it was left. */
  readonly notice: Refusal | undefined;
  /** Components select from it: `useSelector(session.actor, session.viewAt)`. */
  readonly actor: AnyActorRef;
  readonly draft: ValueActor<DraftStatus>;
  /** What a snapshot of the actor shows; the same object for the same snapshot. */
  viewAt(snapshot: AnyMachineSnapshot): StepView;
  outputAt(snapshot: AnyMachineSnapshot): FlowOutput | undefined;
  /** The current view and output. Throws the error that stopped the machine. */
  moment(): FlowMoment;
  send(event: FlowEvent | { type: string }): void;
  /** Passes on a live message to whoever waits for one. */
  hear(topic: string, ids: readonly (number | string)[]): void;
  /** Whether anything was answered since it was opened that leaving would put down. */
  changed(): boolean;
  /** Goes on in the same state with other screens of the flow: those of an organization. */
  takeScreens(screens: LoadedFlow['screens']): void;
  /** The flow of a row that is being edited, as it was kept last. */
  nested(): NestedDraft | undefined;
  keepNested(nested: NestedDraft | undefined): void;
  keeper: DraftKeeper;
  /** Ends without an output: the page goes elsewhere, the draft stays. */
  stop(): void;
}

/** Starts a flow, or goes on with its draft. Throws when what was stored is no draft of it, or it is given what its manifest refuses. */
export function createFlowSession(settings: FlowSessionSettings): FlowSession {
  const { flow, input, resume } = settings;
  let { screens } = settings;
  const shown = valueActor<ShownScreens>({ screens, viewAt });
  const hearers = new Set<FlowSession['hear']>();
  const leaving = new AbortController();
  const machine = flow.machine.provide({
    actors: fillEffects(flow, {
      door: settings.door,
      hear(listener) {
        hearers.add(listener);
        return () => void hearers.delete(listener);
      },
      leaving: leaving.signal,
    }),
  });
  const resumed = resume && fromDraft(flow, screens, resume.snapshot, input.params, input.given);
  if (resumed === undefined) checkGiven(flow, input.given);
  const actor = resumed
    ? createActor(machine, { input, snapshot: resumed.snapshot })
    : createActor(machine, { input: { ...input, answers: withDefaults(settings) } });

  const draft = valueActor<DraftStatus>('idle');
  const keeper = draftKeeper({
    ...settings.drafts,
    id: input.instance,
    kind: flow.drafts,
    title: (draft) => titleOf(flow, draft),
    subject: input.subject ?? null,
    revision: resume?.revision ?? null,
    sent: resume?.sent,
    onStatus: (value) => draft.send({ type: 'changed', value }),
  });
  let touched = false;
  let last: { snapshot: AnyMachineSnapshot; view: StepView } | undefined;
  /** The state of the last view that the draft was kept for. */
  let stood: string | undefined;
  let kept: string | undefined;
  let nested = resume && storedNested(resume.snapshot);

  function viewAt(snapshot: AnyMachineSnapshot): StepView {
    if (last?.snapshot === snapshot) return last.view;
    if (snapshot.status === 'active') last = { snapshot, view: viewOf(flow, screens, snapshot) };
    // Its last screen stays until the page goes elsewhere.
    else if (snapshot.status === 'done' && last) last = { snapshot, view: { ...last.view, done: true } };
    if (last === undefined) throw new Error(`flow "${flow.id}" did not start`);
    return last.view;
  }

  function moment(): FlowMoment {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    if (snapshot.status === 'error') throw snapshot.error;
    const output = outputAt(snapshot);
    return { view: viewAt(snapshot), ...(output && { output }) };
  }

  function keep(snapshot: AnyMachineSnapshot, moved: boolean): void {
    const own = touched || resumed ? toDraft(flow, screens, snapshot) : undefined;
    const draft = own && nested ? { ...own, nested } : own;
    // How far a job is changes many times a second, and is not kept.
    const spelled = JSON.stringify(draft);
    if (!moved && spelled === kept) return;
    kept = spelled;
    // A step that was left is kept at once: the next one may be the last that this page sees.
    if (draft === undefined) return;
    if (last?.view.over === true) keeper.keepOutcome(draft);
    else keeper.keep(draft, moved ? 0 : undefined);
  }

  actor.subscribe({
    next(snapshot: AnyMachineSnapshot) {
      if (snapshot.status === 'done') {
        // A draft that cannot be removed now ages out; the flow has ended all the same.
        keeper.discard().catch(() => undefined);
        return;
      }
      if (snapshot.status !== 'active') return;
      // A job that began without an answer is attached to as well, instead of a second one.
      touched ||= Object.values<AnyActorRef>(snapshot.children).some(
        ({ src }) => flow.effects[String(src)]?.kind === 'job',
      );
      const before = stood;
      stood = viewAt(snapshot).state;
      if (before !== undefined) keep(snapshot, before !== stood);
      if (settings.onDraft) {
        const draft = toDraft(flow, screens, snapshot);
        if (draft) settings.onDraft(draft);
      }
    },
    // `moment` throws the error to its caller; without this handler XState would report it as unhandled.
    error: () => undefined,
  });
  actor.start();
  if (resumed) keep(actor.getSnapshot() as AnyMachineSnapshot, false);

  return {
    id: input.instance,
    subject: input.subject,
    flow,
    get screens() {
      return screens;
    },
    shown,
    takeScreens(next) {
      screens = next;
      const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
      if (snapshot.status === 'active') last = { snapshot, view: viewOf(flow, screens, snapshot) };
      shown.send({ type: 'changed', value: { screens: next, viewAt: (at) => viewAt(at) } });
    },
    notice: resumed?.notice,
    keeper,
    actor,
    draft,
    viewAt,
    outputAt,
    moment,
    send(event) {
      touched ||= isAnswer(event, last?.view);
      actor.send(event as FlowEvent);
    },
    hear(topic, ids) {
      for (const listener of hearers) listener(topic, ids);
    },
    nested: () => nested,
    keepNested(next) {
      if (next === undefined && nested === undefined) return;
      nested = next;
      touched = true;
      keep(actor.getSnapshot() as AnyMachineSnapshot, next === undefined);
    },
    changed: () => touched && last?.view.done !== true && last?.view.over === undefined,
    stop() {
      leaving.abort();
      actor.stop();
      keeper.stop();
    },
  };
}

function outputAt(snapshot: AnyMachineSnapshot): FlowOutput | undefined {
  return snapshot.status === 'done' ? (snapshot.output as FlowOutput) : undefined;
}

/** "Add a cloud monitor: Gateway", once there is a name to tell it by. */
function titleOf({ title, namedBy }: LoadedFlow['flow'], { context: { mode, answers } }: Draft): string {
  const name = namedBy === undefined ? undefined : valueAt(answers, namedBy);
  const named = typeof name === 'string' && name.trim() !== '' ? `${title[mode]}: ${name.trim()}` : title[mode];
  return named.slice(0, DRAFT_TITLE_LENGTH);
}

/** Answers that come in are those of a form whose other fields have their defaults. */
function withDefaults({ screens, input }: FlowSessionSettings): NonNullable<FlowInput['answers']> {
  return Object.fromEntries(
    Object.entries(input.answers ?? {}).map(([id, answers]) => [id, { ...screens[id]?.defaults, ...answers }]),
  );
}

/** Whether the event says something that is not known yet: what a form was filled with by itself is no answer. */
function isAnswer(event: { type: string }, view: StepView | undefined): boolean {
  if (event.type === 'step.submitted') return true;
  if (event.type !== 'step.changed' || !('data' in event)) return false;
  return JSON.stringify(event.data) !== JSON.stringify(view?.data);
}
