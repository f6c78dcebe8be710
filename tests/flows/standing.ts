// Puts a flow into any of its states with answers that its documents call right.
import { givenExample } from '#engine/flow/given.ts';
import type { Draft } from '#engine/flow/draft.ts';
import type { Answers, Flow, FlowContext, Mode } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { invokesIn, restingStates, screenIn } from '#engine/flow/state-nodes.ts';
import { instance, rehearse, screensOf, type Rehearsal } from './rehearsal.ts';

/** Dotted paths of the states that a person sees. */
export function seenStates(flow: Flow): string[] {
  return restingStates(flow.machine)
    .filter((node) => screenIn(node) !== undefined)
    .map((node) => node.path.join('.'));
}

/** States that wait for an effect, and its name. */
export function waitingStates(flow: Flow): { state: string; effect: string }[] {
  return restingStates(flow.machine).flatMap((node) =>
    invokesIn(node).map(({ src }) => ({ state: node.path.join('.'), effect: String(src) })),
  );
}

/** The n-th valid example of each screen of the flow. */
export function exampleAnswers(flow: Flow, index = 0): Record<string, Answers> {
  const answers: Record<string, Answers> = {};
  for (const [id, { document }] of Object.entries(screensOf(flow.id))) {
    const valid = document.examples?.valid ?? [];
    const example = valid[Math.min(index, valid.length - 1)];
    if (example !== undefined) answers[id] = example as Answers;
  }
  return answers;
}

export function standingAt(flow: Flow, state: string, { mode = 'NEW' as Mode, example = 0 } = {}): Rehearsal {
  const answers = exampleAnswers(flow, example);
  const context = {
    instance,
    mode,
    ...(mode === 'EDIT' && { subject: '7' }),
    now: '2026-01-01T00:00:00.000Z',
    answers,
    ...(flow.given && { given: givenExample(flow) }),
    attempt: 0,
    passed: Object.keys(answers),
    words: {},
    shown: {},
    aside: {},
  } satisfies Omit<FlowContext, 'params'> & { aside: unknown };
  const draft: Draft = { flow: flow.id, state, context, screenVersions: {}, lost: {} };
  // What cannot be resumed is stood in all the same: this is no draft of a person.
  const { resume: _, ...standing } = flow;
  const { snapshot } = fromDraft(standing as Flow, screensOf(flow.id), draft, { token: 'a-token' });
  return rehearse(flow, { mode }, snapshot);
}
