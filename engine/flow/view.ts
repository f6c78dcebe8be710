import type { AnyMachineSnapshot } from 'xstate';
import type { CompiledScreen } from '../document/document.ts';
import type { Answers, FlowContext, FlowDefinition, StateMeta } from './flow.ts';
import { withGiven } from './given.ts';
import type { StepItem, StepView } from './step-view.ts';

export type Screens = Readonly<Record<string, CompiledScreen>>;

/** A snapshot of a flow as plain data for the step screen. Throws for a state that shows no screen, as final ones do. */
export function viewOf(flow: FlowDefinition, screens: Screens, snapshot: AnyMachineSnapshot): StepView {
  const context = snapshot.context as FlowContext;
  const state = statePath(snapshot.value);
  const meta = metaOf(snapshot);
  if (meta === undefined) throw new Error(`state "${state}" of flow "${flow.id}" shows no screen`);
  const screen = screenOf(flow, screens, meta.screen);
  const steps = flow.steps(context);
  const data = dataOf(screen, context);
  const position = steps.indexOf(meta.screen) + 1;
  const can = (event: { type: string } & Record<string, unknown>) => snapshot.can(event);
  const submits = !meta.busy && can({ type: 'step.submitted', screen: meta.screen, data });
  const titleOf = (id: string) => {
    const { step, title } = screenOf(flow, screens, id).document;
    return step ?? title;
  };
  const flowSteps: StepContext = {
    steps,
    mode: context.mode,
    passed: new Set(context.passed),
    current: meta.screen,
    submits,
    chooses: (id) => can({ type: 'step.chosen', screen: id }),
    titleOf,
  };
  return {
    flow: flow.id,
    mode: context.mode,
    state,
    screen: meta.screen,
    kind: screen.document.kind ?? 'form',
    busy: meta.busy ?? false,
    ...(meta.over === true ? { over: true } : {}),
    ...(meta.test === undefined ? {} : { test: meta.test }),
    done: snapshot.status === 'done',
    data,
    answers: context.answers,
    ...(context.stored === undefined ? {} : { stored: context.stored }),
    ...(context.theirs === undefined ? {} : { theirs: context.theirs }),
    locked: screen.document.locked?.[context.mode] ?? [],
    steps: steps.map((id, index) => stepItem(id, index, flowSteps)),
    position,
    total: steps.length,
    can: {
      submit: can({ type: 'step.submitted', screen: meta.screen, data }),
      back: can({ type: 'back' }),
      close: can({ type: 'closed' }),
      confirm: can({ type: 'confirmed' }),
      retry: can({ type: 'retried' }),
      event: (type) => can({ type }),
    },
    ...(context.refusal === undefined ? {} : { refusal: context.refusal }),
    ...(context.retries === undefined ? {} : { retries: context.retries }),
    words: context.words,
    shown: context.shown,
  };
}

/** `{ editing: 'setup' }` → `editing.setup`. Flows have no parallel states. */
export function statePath(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, below] = ['', '']] = Object.entries(value as Record<string, unknown>);
  return `${name}.${statePath(below)}`;
}

/** `editing.setup` → `{ editing: 'setup' }`. */
export function stateValue(path: string): string | Record<string, unknown> {
  const [name = '', ...rest] = path.split('.');
  return rest.length === 0 ? name : { [name]: stateValue(rest.join('.')) };
}

function metaOf(snapshot: AnyMachineSnapshot): StateMeta | undefined {
  const metas = Object.entries(snapshot.getMeta() as Record<string, unknown>);
  // The deepest state speaks.
  metas.sort(([a], [b]) => b.length - a.length);
  return metas.map(([, meta]) => meta).find(isStateMeta);
}

export function isStateMeta(meta: unknown): meta is StateMeta {
  return typeof meta === 'object' && meta !== null && 'screen' in meta && typeof meta.screen === 'string';
}

/** What the person answered; before that, the document's defaults; and what the flow was given of which the form knows. */
function dataOf(screen: CompiledScreen, context: FlowContext): Answers {
  return withGiven(screen, context.answers[screen.id] ?? screen.defaults, context.given);
}

export function screenOf(flow: FlowDefinition, screens: Screens, id: string): CompiledScreen {
  const screen = screens[id];
  if (screen === undefined) throw new Error(`flow "${flow.id}" has no screen "${id}"`);
  return screen;
}

interface StepContext {
  steps: readonly string[];
  mode: FlowContext['mode'];
  passed: ReadonlySet<string>;
  current: string;
  submits: boolean;
  chooses(screen: string): boolean;
  titleOf(screen: string): string;
}

function stepItem(id: string, index: number, flow: StepContext): StepItem {
  const { steps, passed, current, chooses, titleOf } = flow;
  const status = id === current ? 'current' : passed.has(id) ? 'done' : 'upcoming';
  const canChoose = id !== current && chooses(id);
  const item = { id, title: titleOf(id), status, canChoose } as const;
  if (id === current || canChoose) return item;
  const open = steps.slice(0, index).find((earlier) => !passed.has(earlier));
  // Where the machine leads nowhere by the stepper, no step is in the way of another.
  if (open === undefined || !chooses(open)) return item;
  if (flow.submits && open === current && isLedOn(id, index, flow)) return { ...item, afterThis: true };
  return { ...item, blockedBy: titleOf(open) };
}

/**
 * Whether the stepper may submit the current step and open this one: every step between them is passed, and this step or one
 * between was passed before, or the flow edits. In a new flow, the first visit of a step is by Next.
 */
function isLedOn(id: string, index: number, { steps, mode, passed, current }: StepContext): boolean {
  const between = steps.slice(steps.indexOf(current) + 1, index);
  const been = mode === 'EDIT' || passed.has(id) || between.length > 0;
  return been && between.every((one) => passed.has(one));
}
