import type { FlowContext } from '#engine/flow/flow.ts';
import { withoutCustomFields } from '#engine/document/custom-fields.ts';
import { valueAt } from '#engine/document/pointer.ts';
import type { Survey } from '../generator/survey.ts';
import type { LoadedFlow } from '../load.ts';
import { requestsOf } from '../requests.ts';
import { callFacts } from './call-facts.ts';
import { compact, groupBy, type Facts } from './facts.ts';
import { screenFacts } from './screen-facts.ts';
import { stateFacts } from './state-facts.ts';
import { leaves, spelled } from './values.ts';

/** Everything that a person, the server or the next session can tell of a flow. */
export function behaviourOf(loaded: LoadedFlow, found: Survey): Facts {
  return compact({
    flow: flowFacts(loaded),
    steps: stepFacts(loaded, found),
    states: stateFacts(loaded, found),
    calls: callFacts(loaded, requestsOf(loaded, found)),
    screens: screensFacts(loaded),
  });
}

/** What each screen says and asks: the part that no machine decides. */
export function screensFacts({ screens }: LoadedFlow): Facts {
  return compact(Object.fromEntries(Object.values(screens).map(({ id, document }) => [id, screenFacts(document)])));
}

function flowFacts({ flow }: LoadedFlow): Facts {
  const { machine: _machine, steps: _steps, id: _id, effects, ...manifest } = flow;
  // What they make of each request stands in the facts of its call.
  const facts = JSON.parse(JSON.stringify(withoutCustomFields(manifest))) as Facts;
  const errors = Object.entries(effects).map(([name, effect]): [string, string[]] => [name, [...effect.errors]]);
  return compact({ ...facts, refusals: Object.fromEntries(errors.filter(([, codes]) => codes.length > 0)) });
}

/** The steps by the one answer that decides them, where there is one. */
function stepFacts({ flow }: LoadedFlow, { stands }: Survey): Facts {
  const seen = stands.map(({ snapshot }) => {
    const context = snapshot.context as FlowContext;
    return { context, steps: flow.steps(context).join(' > ') };
  });
  const lists = [...new Set(seen.map(({ steps }) => steps))].sort();
  if (lists.length === 1) return { always: lists[0] ?? '' };
  const places = new Set(seen.flatMap(({ context }) => [...leaves(context.answers)].map(([pointer]) => pointer)));
  const deciding = [...places]
    .map((place) => groupBy(seen, ({ context }) => spelled(valueAt(context.answers, place))))
    .map((groups, index) => ({ groups, place: [...places][index] ?? '' }))
    .filter(({ groups }) => [...groups.values()].every((same) => new Set(same.map(({ steps }) => steps)).size === 1))
    .sort((a, b) => a.groups.size - b.groups.size)[0];
  if (deciding === undefined) return { 'by several answers': lists };
  const entries = [...deciding.groups].map(([value, same]): [string, string] => [
    `${deciding.place} ${value}`,
    same[0]?.steps ?? '',
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
}
