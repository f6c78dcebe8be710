// What screens show beside the answers: under keys that the flow declares, and in drafts those alone that it says.
import { showsOf, toDraft } from '#engine/flow/draft.ts';
import type { FlowContext } from '#engine/flow/flow.ts';
import { stateOf } from '../generator/survey.ts';
import type { Asked, Problem } from './asked.ts';

export function wrongShown({ flow, screens, found }: Asked): Problem[] {
  const shows: Readonly<Record<string, unknown>> = showsOf(flow);
  return found.stands.flatMap((at) => {
    const { shown } = at.snapshot.context as FlowContext;
    const kept = Object.keys(toDraft(flow, screens, at.snapshot)?.context.shown ?? {});
    return [
      ...Object.keys(shown)
        .filter((key) => shows[key] === undefined)
        .map((key) => ({ problem: `${stateOf(at)}: shows ${key}, which the flow does not declare`, at })),
      ...kept
        .filter((key) => shows[key] !== 'kept')
        .map((key) => ({ problem: `${stateOf(at)}: a draft holds ${key}, which is shown in passing`, at })),
    ];
  });
}
