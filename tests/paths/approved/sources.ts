import { segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import type { FlowContext } from '#engine/flow/flow.ts';

/** What a value may have come from. */
export interface Given {
  was: FlowContext;
  event?: Record<string, unknown>;
}

/** The places whose value this is, the likeliest first: those of the same name, then the nearest. */
export function sourcesOf(value: unknown, name: string, given: Given): string[] {
  const text = JSON.stringify(value);
  const isThis = (held: unknown) =>
    held === value || (typeof held === 'object' && held !== null && JSON.stringify(held) === text);
  const places = [...placesOf(given)].filter(([, held]) => isThis(held));
  const isNamed = (place: string) => segmentsOf(place).at(-1) === name;
  return places
    .map(([place]) => place)
    .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .map((place) => withoutIndexes(place.replace(/^\//, '')));
}

function* placesOf({ was, event }: Given): Generator<[string, unknown]> {
  for (const [screen, data] of Object.entries(was.answers)) yield* below(data, `/${screen}`);
  if (event !== undefined && 'output' in event) yield* below(event['output'], '/reply');
  if (event !== undefined && 'error' in event) yield* below(event['error'], '/refusal');
  const { subject, copyOf, params, shown, given } = was;
  yield* below({ subject, copyOf, params, shown, given }, '');
}

/** Whole things and what they hold. */
function* below(value: unknown, at: string): Generator<[string, unknown]> {
  if (value === undefined) return;
  yield [at, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, held] of Object.entries(value)) yield* below(held, `${at}/${name}`);
}
