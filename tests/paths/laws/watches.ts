// What is followed: a watch goes on until its state is left, a reading that failed is told and tried again, and no machine waits by itself.
import type { AnyStateNode } from 'xstate';
import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { toDraft } from '#engine/flow/draft.ts';
import type { FlowContext, Refusal } from '#engine/flow/flow.ts';
import { invokesOf, isReport } from '../generator/move.ts';
import { stateOf, type Stand, type SurveyStep } from '../generator/survey.ts';
import { takeEvent } from '../generator/take-event.ts';
import type { Asked, Problem } from './asked.ts';

export function wrongWatches(asked: Asked): Problem[] {
  const watches = Object.entries(asked.flow.effects).filter(([, { kind }]) => kind === 'watch');
  return [
    ...ownDelays(asked),
    ...asked.found.steps.flatMap((step) => wrongReport(asked, step)),
    ...watches.flatMap(([watch, { topic }]) => [
      ...(topic === undefined ? [{ problem: `${watch} does not say which live topic it hears` }] : []),
      ...((catalogue as Record<string, Call>)[watch]?.method === 'GET'
        ? []
        : [{ problem: `${watch} is made again and again, and is no call that reads` }]),
      ...asked.found.stands.filter((at) => isUnderWay(at, watch)).flatMap((at) => wrongPress(asked, watch, at)),
      ...deadEnds(asked, watch),
    ]),
  ];
}

/** Time belongs to effects, whose clock a path can turn. */
function ownDelays({ flow }: Asked): Problem[] {
  const delayed = (node: AnyStateNode): string[] => [
    ...(node.after.length > 0 ? [node.id] : []),
    ...Object.values(node.states).flatMap(delayed),
  ];
  return delayed(flow.machine.root).map((id) => ({ problem: `${id} waits by itself: only effects may` }));
}

function isUnderWay({ snapshot }: Stand, effect: string): boolean {
  return snapshot.status === 'active' && invokesOf(snapshot).some((invoke) => invoke.effect === effect);
}

/** What an effect tells on its way starts nothing anew, and a failure stands until the next reply and no longer. */
function wrongReport({ flow, screens }: Asked, { before, move, event, started, after }: SurveyStep): Problem[] {
  if (!isReport(move)) return [];
  const [was, is] = [before.snapshot.context as FlowContext, after.snapshot.context as FlowContext];
  const stays = stateOf(before) === stateOf(after);
  const wrong: string[] = [];
  if (stays && started.length > 0) wrong.push(`${started.map(({ effect }) => effect).join()} is started again by it`);
  if (move.kind === 'retry') {
    const told = event['error'] as Refusal;
    if (!stays) wrong.push('a reading that will be tried again leads elsewhere');
    if (is.refusal?.message !== told.message || is.retries === undefined) wrong.push('nobody is told that it failed');
    if (JSON.stringify(was.answers) !== JSON.stringify(is.answers)) wrong.push('a failed reading changes answers');
    const draft = toDraft(flow, screens, after.snapshot)?.context as Partial<FlowContext> | undefined;
    if (draft?.retries !== undefined || draft?.refusal !== undefined) wrong.push('the draft keeps the failed reading');
  } else if (stays && was.retries !== undefined && (is.retries ?? is.refusal) !== undefined)
    wrong.push('the failure of before is still told after a reply');
  return wrong.map((problem) => ({ problem: `${move.effect}: ${problem}`, at: after }));
}

/** Whoever does not want to wait has the watch read now, once. */
function wrongPress({ flow }: Asked, watch: string, at: Stand): Problem[] {
  const press = { type: 'retried' };
  if (!at.snapshot.can(press)) return [{ problem: `${stateOf(at)} offers no reading now`, at }];
  const { next, actions } = takeEvent(flow.machine, at.snapshot, press);
  const asks = actions.filter(
    ({ params }) => (params as { event?: { type?: string } } | undefined)?.event?.type === 'watch.now',
  );
  const goesOn = isUnderWay({ ...at, snapshot: next }, watch);
  return asks.length === 1 && goesOn
    ? []
    : [
        {
          problem: `${stateOf(at)}: asked to read now, ${watch} reads ${asks.length} times${goesOn ? '' : ' and ends'}`,
          at,
        },
      ];
}

/** Once a watch has given up, it says why, and something begins it again. */
function deadEnds({ found }: Asked, watch: string): Problem[] {
  const ends = found.steps.filter(({ move }) => move.kind === 'refuse' && move.effect === watch);
  return ends.flatMap(({ after, event }) => {
    const { refusal, retries } = after.snapshot.context as FlowContext;
    const told = refusal?.message === (event['error'] as Refusal).message && retries === undefined;
    const again = found.steps.some(
      ({ before, started }) => stateOf(before) === stateOf(after) && started.some(({ effect }) => effect === watch),
    );
    return [
      ...(told ? [] : [{ problem: `${stateOf(after)} does not say why ${watch} has ended`, at: after }]),
      ...(again ? [] : [{ problem: `${stateOf(after)} has no way to begin ${watch} again`, at: after }]),
    ];
  });
}
