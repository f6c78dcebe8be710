import type { AnyStateNode, Snapshot } from 'xstate';
import type { Draft } from './draft.ts';
import type { Answers, Flow, FlowContext, Refusal } from './flow.ts';
import { checkGiven, givenOfDraft, withGiven, withoutGiven } from './given.ts';
import { invokesIn, isBusy, screenIn, stateAt, stateOfScreen } from './state-nodes.ts';
import { storedDraft } from './stored-draft.ts';
import { screenOf, stateValue, type Screens } from './view.ts';

/** A draft brought back: the snapshot to start an actor with. */
export interface Resumed {
  snapshot: Snapshot<unknown>;
  /** Why not everything is as it was left; also the `refusal` of the context. */
  notice?: Refusal;
}

const FLOW_CHANGED: Refusal = {
  code: 'draft_flow_changed',
  message: 'This flow changed since you left it. Your answers are kept; please go through the steps again.',
};
const SHOWN_ONCE: Refusal = {
  code: 'draft_shown_once',
  message: 'What was shown here is not kept while you are away. Please take this step again.',
};

/**
 * A snapshot from what was stored, which may be old or broken. The flow goes back to the earliest step that no longer
 * holds and says why; an effect that was under way starts again, with the input that its machine makes of the context
 * and so with the same key. `params` come from the address anew: they may carry a secret and are never stored.
 * What was given is the draft's own; `givenNow` adds what one that was stored before has not.
 * Throws only for what is no draft of this flow, or was given what its manifest refuses.
 */
export function fromDraft(
  flow: Flow,
  screens: Screens,
  stored: unknown,
  params: Readonly<Record<string, string>> = {},
  givenNow?: Answers,
): Resumed {
  const draft = storedDraft(stored);
  if (draft.flow !== flow.id) throw new Error(`a draft of "${draft.flow}" is none of "${flow.id}"`);
  const given = givenOfDraft(flow, draft.context, givenNow);
  checkGiven(flow, given);
  const answers = Object.entries(draft.context.answers)
    .filter(([id]) => Object.hasOwn(screens, id))
    .map(([id, data]) => [id, withoutGiven(data, given)] as const);
  const { given: _, ...kept } = draft.context;
  const context: FlowContext = {
    ...kept,
    answers: Object.fromEntries(answers),
    params: { ...params },
    ...(given && { given }),
  };
  const failing = failingSteps(flow, screens, draft, context);
  context.passed = context.passed.filter((id) => Object.hasOwn(screens, id) && !failing.has(id));

  const { node, reason } = placeOf(flow, draft, context, [...failing.keys()]);
  const [worst] = failing.keys();
  const said = reason ?? (worst === undefined ? undefined : failing.get(worst));
  const notice = said === undefined ? undefined : worst === screenIn(node) ? said : withoutFields(said);
  if (notice !== undefined) context.refusal = notice;
  return { snapshot: snapshotAt(node, context), ...(notice === undefined ? {} : { notice }) };
}

/** Where the flow goes on, and the reason when it is not the failing of a step. */
function placeOf(
  flow: Flow,
  draft: Draft,
  context: FlowContext,
  failing: readonly string[],
): { node: AnyStateNode; reason?: Refusal } {
  const steps = flow.steps(context);
  const [worst] = failing;
  const node = stateAt(flow.machine, draft.state);
  if (node === undefined || node.type === 'final') {
    const open = steps.find((id) => !context.passed.includes(id)) ?? steps.at(-1);
    return { node: working(flow, worst ?? open), reason: FLOW_CHANGED };
  }
  const shownOnce = flow.resume?.[draft.state];
  if (shownOnce !== undefined) return { node: working(flow, shownOnce), reason: SHOWN_ONCE };
  if (worst === undefined) return { node };
  if (isBusy(node)) return { node: working(flow, worst) };
  const here = steps.indexOf(screenIn(node) ?? '');
  // A message that leads back to the answers would otherwise send them on without what was lost.
  if (here < 0 && node.ownEvents.includes('back')) return { node: working(flow, worst) };
  return { node: steps.indexOf(worst) < here ? working(flow, worst) : node };
}

function working(flow: Flow, screen: string | undefined): AnyStateNode {
  const node = screen === undefined ? undefined : stateOfScreen(flow.machine, screen);
  if (node === undefined) throw new Error(`flow "${flow.id}" has no state to work at "${String(screen)}"`);
  return node;
}

/** Steps that no longer hold, in order, and why: a secret that is not kept, or a changed document that refuses the answers. */
function failingSteps(flow: Flow, screens: Screens, draft: Draft, context: FlowContext): Map<string, Refusal> {
  const failing = new Map<string, Refusal>();
  for (const id of flow.steps(context)) {
    const lost = draft.lost[id] ?? [];
    if (lost.length > 0) {
      failing.set(id, {
        code: 'draft_secret_missing',
        message: 'Passwords and other secrets are not kept while you are away. Please enter them again.',
        fields: Object.fromEntries(lost.map((pointer) => [pointer, 'Enter this again'])),
      });
      continue;
    }
    const screen = screenOf(flow, screens, id);
    const version = draft.screenVersions[id];
    if (version === undefined || version === screen.version || !context.passed.includes(id)) continue;
    const errors = screen.validate(withGiven(screen, context.answers[id] ?? {}, context.given), {
      now: new Date(context.now),
    });
    if (errors.length === 0) continue;
    failing.set(id, {
      code: 'draft_step_changed',
      message: 'This step changed since you left it. Please look at it again.',
      fields: Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message])),
    });
  }
  return failing;
}

function withoutFields({ code, message }: Refusal): Refusal {
  return { code, message };
}

/** Made by hand: `resolveState` starts no effect, and a stored one would repeat the input that secrets were taken from. */
function snapshotAt(node: AnyStateNode, context: FlowContext): Snapshot<unknown> {
  const event = { type: 'resumed' };
  const children = Object.fromEntries(
    invokesIn(node).map(({ id, src, input }) => {
      const made: unknown =
        typeof input === 'function' ? (input as (of: object) => unknown)({ context, event }) : input;
      const snapshot = { status: 'active', output: undefined, error: undefined, input: made };
      return [id, { src, snapshot, syncSnapshot: false }];
    }),
  );
  const value = stateValue(node.path.join('.'));
  return {
    status: 'active',
    value,
    context,
    children,
    historyValue: {},
    output: undefined,
    error: undefined,
  } as unknown as Snapshot<unknown>;
}
