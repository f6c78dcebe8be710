import { createActor, type AnyMachineSnapshot } from 'xstate';
import { DRAFT_TITLE_LENGTH } from '#api/contract/draft-title.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { toDraft, type Draft, type NestedDraft } from '#engine/flow/draft.ts';
import type { FlowEvent, FlowInput, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { storedNested } from '#engine/flow/stored-draft.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf } from '#engine/flow/view.ts';
import { draftKeeper, type DraftKeeper, type DraftKeeperSettings, type DraftStatus } from './draft-keeper.ts';
import type { Door } from './door.ts';
import { fillEffects } from './effects.ts';
import type { FoundDraft } from './find-drafts.ts';
import type { LoadedFlow } from './loaded-flow.ts';

export interface FlowSessionSettings extends LoadedFlow {
  door: Door;
  input: FlowInput;
  /** What was stored of an earlier session, to go on from. */
  resume?: FoundDraft;
  drafts: Omit<DraftKeeperSettings, 'id' | 'kind' | 'title' | 'subject' | 'revision' | 'sent' | 'onStatus'>;
  /** Told what there is to keep at each moment: whoever opened the flow keeps it with their own. */
  onDraft?: (draft: Draft) => void;
}

/** What a session shows at one moment; the same object until something changes. */
export interface FlowMoment {
  view: StepView;
  draft: DraftStatus;
  /** Set once the flow has ended. */
  output?: FlowOutput;
}

/** A running flow: its actor, its effects and its draft. Knows no page. */
export interface FlowSession extends LoadedFlow {
  readonly id: string;
  readonly subject: string | undefined;
  /** Why a resumed draft does not stand where it was left. */
  readonly notice: Refusal | undefined;
  moment(): FlowMoment;
  subscribe(listener: () => void): () => void;
  send(event: FlowEvent | { type: string }): void;
  /** Passes on a live message to whoever waits for one. */
  hear(topic: string, ids: readonly (number | string)[]): void;
  /** Whether anything was answered since it was opened that leaving would put down. */
  changed(): boolean;
  /** The flow of a row that is being edited, as it was kept last. */
  nested(): NestedDraft | undefined;
  keepNested(nested: NestedDraft | undefined): void;
  keeper: DraftKeeper;
  /** Ends without an output: the page goes elsewhere, the draft stays. */
  stop(): void;
}

/** Starts a flow, or goes on with its draft. Throws when what was stored is no draft of it. */
export function createFlowSession(settings: FlowSessionSettings): FlowSession {
  const { flow, screens, input, resume } = settings;
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
  const resumed = resume && fromDraft(flow, screens, resume.snapshot, input.params);
  const actor = resumed
    ? createActor(machine, { input, snapshot: resumed.snapshot })
    : createActor(machine, { input: { ...input, answers: withDefaults(settings) } });

  const listeners = new Set<() => void>();
  const keeper = draftKeeper({
    ...settings.drafts,
    id: input.instance,
    kind: flow.drafts,
    title: (draft) => titleOf(flow, draft),
    subject: input.subject ?? null,
    revision: resume?.revision ?? null,
    sent: resume?.sent,
    onStatus: (draft) => show({ draft }),
  });
  let touched = false;
  let failure: unknown;
  let moment: FlowMoment | undefined;
  let kept: string | undefined;
  let nested = resume && storedNested(resume.snapshot);

  function show(news: Partial<FlowMoment>): void {
    if (moment === undefined) return;
    moment = { ...moment, ...news };
    for (const listener of listeners) listener();
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
    if (moment?.view.over === true) keeper.keepOutcome(draft);
    else keeper.keep(draft, moved ? 0 : undefined);
  }

  actor.subscribe({
    next(snapshot: AnyMachineSnapshot) {
      if (snapshot.status === 'done') {
        // A draft that cannot be removed now ages out; the flow has ended all the same.
        keeper.discard().catch(() => undefined);
        show({ output: snapshot.output as FlowOutput, ...(moment && { view: { ...moment.view, done: true } }) });
        return;
      }
      if (snapshot.status !== 'active') return;
      const before = moment?.view.state;
      const view = viewOf(flow, screens, snapshot);
      if (moment === undefined) moment = { view, draft: keeper.status() };
      else show({ view });
      if (before !== undefined) keep(snapshot, before !== view.state);
      if (settings.onDraft) {
        const draft = toDraft(flow, screens, snapshot);
        if (draft) settings.onDraft(draft);
      }
    },
    error(error) {
      failure = error;
      for (const listener of listeners) listener();
    },
  });
  actor.start();
  if (resumed) keep(actor.getSnapshot() as AnyMachineSnapshot, false);

  return {
    id: input.instance,
    subject: input.subject,
    flow,
    screens,
    notice: resumed?.notice,
    keeper,
    moment() {
      if (failure !== undefined) throw failure;
      if (moment === undefined) throw new Error(`flow "${flow.id}" did not start`);
      return moment;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    send(event) {
      touched ||= isAnswer(event, moment?.view);
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
    changed: () => touched && moment?.output === undefined && moment?.view.over === undefined,
    stop() {
      leaving.abort();
      actor.stop();
      keeper.stop();
      listeners.clear();
    },
  };
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
