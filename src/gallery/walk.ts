import { getInitialSnapshot, getNextSnapshot, type AnyMachineSnapshot } from 'xstate';
import type { CompiledScreen } from '#engine/document/document.ts';
import { doneEvent, errorEvent } from '#engine/flow/effects.ts';
import { givenExample } from '#engine/flow/given.ts';
import type { Flow, FlowContext, FlowInput, JobProgressed, Mode, Refusal, WatchChanged } from '#engine/flow/flow.ts';
import { invokesIn, stateAt } from '#engine/flow/state-nodes.ts';
import { isStateMeta, statePath } from '#engine/flow/view.ts';
import type { ShownFlow } from './flows.ts';
import { sampleConflict, sampleReplies } from './sample.ts';

/** A state that a person sees, as a way through the flow comes to it. */
export interface ShownState {
  mode: Mode;
  path: string;
  screen: string;
  busy: boolean;
  snapshot: AnyMachineSnapshot;
}

/** Ways that are longer find nothing new in flows of this kind. */
const LONGEST = 400;
/** What any call may be answered with, beside its own errors. */
const COMMON: readonly Refusal[] = [
  { code: 'offline', message: 'The server cannot be reached. Check your connection and try again.' },
  { code: 'not_found', message: 'There is no such thing, or not for you.' },
];

/** By the flow: subjects that say of what kind they are. */
const subjectsOf: Readonly<Record<string, readonly string[]>> = {
  deletion: ['devices:1', 'user:1', 'policy:1', 'ticketTemplate:1'],
};

/** Every state with a screen, found by taking all ways through the flow with its documents' examples. */
export function statesOf(shown: ShownFlow): ShownState[] {
  const { routes, title } = shown.flow;
  // A modal has no routes; it changes something when it has a title for that.
  const modes: Mode[] = routes?.edit === undefined && title.EDIT === title.NEW ? ['NEW'] : ['NEW', 'EDIT'];
  return modes.flatMap((mode) => {
    const found = new Map<string, ShownState>();
    // With and without what an address may carry.
    for (const params of [{ token: 'example' }, {}]) walk(shown, { mode, params }, found);
    // What is stored decides which ways there are: a second kind of it comes first here.
    if (mode === 'EDIT') walk(shown, { mode, params: {} }, found, 1);
    // Something new that is made of what is stored: a copy, or the run of a job.
    if (mode === 'NEW')
      for (const subject of ['1', ...(subjectsOf[shown.flow.id] ?? [])])
        walk(shown, { mode, params: {}, subject }, found);
    return [...found.values()];
  });
}

function walk(
  shown: ShownFlow,
  { mode, ...given }: Pick<FlowInput, 'mode' | 'params' | 'subject'>,
  found: Map<string, ShownState>,
  firstReply = 0,
): void {
  const input: FlowInput = {
    instance: '00000000-0000-4000-8000-000000000000',
    mode,
    now: '2026-01-01T09:00:00.000Z',
    ...(mode === 'EDIT' && { subject: '1' }),
    ...(shown.flow.given && { given: givenExample(shown.flow) }),
    ...given,
  };
  const seen = new Set<string>();
  const queue: AnyMachineSnapshot[] = [getInitialSnapshot(shown.flow.machine, input) as AnyMachineSnapshot];
  for (let taken = 0; taken < LONGEST; taken += 1) {
    const snapshot = queue.shift();
    if (!snapshot) break;
    const path = statePath(snapshot.value);
    const place = placeOf(path, snapshot.context as FlowContext);
    if (seen.has(place) || snapshot.status !== 'active') continue;
    seen.add(place);
    const meta = Object.values(snapshot.getMeta() as Record<string, unknown>).find(isStateMeta);
    if (meta && !found.has(path))
      found.set(path, { mode, path, screen: meta.screen, busy: meta.busy ?? false, snapshot });
    for (const events of eventsAt(snapshot, shown, meta?.screen, firstReply)) {
      const next = tryNext(shown, snapshot, events);
      if (next && next !== snapshot) queue.push(next);
    }
  }
}

/** What was passed before and what there is to show open other ways from the same state. */
function placeOf(path: string, { passed, shown }: FlowContext): string {
  const held = Object.entries(shown).filter(([, value]) => value !== undefined && value !== '');
  return [path, ...passed, '+', ...held.map(([name]) => name)].join(' ');
}

/** A made-up reply may lack what a machine reads; then that way is not taken. */
function tryNext(
  { flow }: ShownFlow,
  snapshot: AnyMachineSnapshot,
  events: { type: string }[],
): AnyMachineSnapshot | undefined {
  try {
    return events.reduce(
      (before, event) => getNextSnapshot(flow.machine, before, event) as AnyMachineSnapshot,
      snapshot,
    );
  } catch {
    return undefined;
  }
}

/** What a person or a reply may do next, each as the events that it takes. */
function eventsAt(
  snapshot: AnyMachineSnapshot,
  { flow, screens }: ShownFlow,
  screen: string | undefined,
  firstReply: number,
): { type: string }[][] {
  const node = stateAt(flow.machine, statePath(snapshot.value));
  const invoked = node === undefined ? [] : invokesIn(node);
  const told = invoked.flatMap(({ id, src }) => repliesTo(flow, id, String(src), firstReply));
  // While an effect watches, or a job goes on, the person may act as well.
  const isLong = ({ src }: { src: unknown }) => ['watch', 'job'].includes(flow.effects[String(src)]?.kind ?? '');
  if (!invoked.every(isLong)) return told;
  const document = screen === undefined ? undefined : screens[screen];
  const examples = examplesOf(document, snapshot.context as FlowContext);
  const submits = examples.map((data) => [{ type: 'step.submitted', screen, data }]);
  // A button may stand in a part of the screen instead of its document.
  const asked = (node?.ownEvents ?? []).filter((type) => type.endsWith('.requested'));
  const listed = (document?.document.actions ?? []).map(({ event }) => event);
  const actions = [...new Set([...listed, ...asked])].map((type) => ({ type }));
  // A button may need answers that stand in the form and were not submitted.
  const answered = examples.flatMap((data) => asked.map((type) => [{ type: 'step.changed', screen, data }, { type }]));
  return [
    ...told,
    ...submits,
    ...actions.map((action) => [action]),
    ...answered,
    [{ type: 'confirmed' }],
    [{ type: 'retried' }],
    [{ type: 'back' }],
    [{ type: 'closed' }],
  ];
}

/** What an effect may tell the machine: each way its reply may go, and each of its refusals. */
function repliesTo({ effects }: Flow, id: string, call: string, firstReply: number): { type: string }[][] {
  const { errors = [], kind } = effects[call] ?? {};
  const conflict = sampleConflict(call);
  const refusals: Refusal[] = [
    ...errors.map((code) => ({
      code,
      message: `Refused: ${code}`,
      ...(code === 'conflict' && conflict && { conflict }),
    })),
    // Of somebody with a security key and text messages, and with text messages alone.
    ...(errors.includes('MFA_REQUIRED')
      ? [['U2F_TOKEN', 'SMSOTP'], ['SMSOTP']].map((methods) => ({
          code: 'MFA_REQUIRED',
          message: 'Refused: MFA_REQUIRED',
          methods,
        }))
      : []),
    ...COMMON,
  ];
  const replied = (output: unknown): WatchChanged | ReturnType<typeof doneEvent> =>
    kind === 'watch' ? { type: 'watch.changed', effect: call, output } : doneEvent(id, output);
  const replies = sampleReplies(call);
  // A job says its run before that ends.
  const before: JobProgressed[] = kind === 'job' ? [begun(call)] : [];
  return [
    ...[...replies.slice(firstReply), ...replies.slice(0, firstReply)].map((output) => [...before, replied(output)]),
    ...refusals.map((error) => [errorEvent(id, error)]),
  ];
}

function begun(effect: string): JobProgressed {
  const progress = { stage: '', stages: [], done: 0, total: 0, rate: 0, secondsLeft: null, cancelRequested: false };
  return { type: 'job.progressed', effect, run: '00000000-0000-4000-8000-000000000001', progress };
}

function examplesOf(screen: CompiledScreen | undefined, { answers }: FlowContext): Record<string, unknown>[] {
  if (!screen) return [];
  const held = answers[screen.id];
  const valid = (screen.document.examples?.valid ?? []) as Record<string, unknown>[];
  return [...valid, ...(held ? [held] : []), {}];
}
