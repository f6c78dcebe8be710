import { commonErrors, errors, type ErrorCode } from '#api/contract/errors.ts';
import { withoutIndexes } from '#engine/document/pointer.ts';
import type { LoadedFlow } from '../load.ts';
import type { Requests } from '../requests.ts';
import { compact, groupBy, type Fact, type Facts } from './facts.ts';
import { sourcesOf } from './sources.ts';
import { leaves, spelled } from './values.ts';

/** Each call with the fields that it sends, by mode, and the refusals of its own. */
export function callFacts({ flow, known, material }: LoadedFlow, all: readonly Requests[]): Facts {
  const requests = all.map((one): [string, Fact] => [`${one.effect} in ${one.mode}`, fieldsSent(one)]);
  const refusals = Object.keys(flow.effects).map((effect): [string, Fact] => {
    const own = Object.entries(material.refusals[effect] ?? {}).filter(
      ([, { code, fields }]) =>
        fields === undefined && code in errors && !(commonErrors as readonly string[]).includes(code),
    );
    const words = own.map(([name, { code }]) => [
      name,
      known.told?.[`${effect} ${name}`] ?? errors[code as ErrorCode].message,
    ]);
    return [`${effect} may be refused`, Object.fromEntries(words) as Facts];
  });
  return compact(Object.fromEntries(sorted([...requests, ...refusals])));
}

/** Where each field comes from: the answers that change it, else the one place that has its value, else its values. */
function fieldsSent({ seen, madeOf }: Requests): Facts {
  const traced = seen.map(({ input: { key, ...request }, context }) => [
    ...(key === undefined ? [] : [{ place: '/key', value: 'an idempotency key', sources: [] as string[] }]),
    ...[...leaves(request)].map(([pointer, value]) => ({
      place: withoutIndexes(pointer),
      value,
      sources: sourcesOf(value, pointer.slice(pointer.lastIndexOf('/') + 1), { was: context }),
    })),
  ]);
  const fields = groupBy(traced.flat(), ({ place }) => place);
  const facts = [...fields].map(([place, leavesThere]): [string, string] => {
    const everywhere = traced.every((one) => one.some((leaf) => leaf.place === place));
    const answers = [...(madeOf.get(place) ?? [])].sort();
    const origin = answers.length > 0 ? `from ${answers.join(', ')}` : originOf(leavesThere);
    return [place.replace(/^\/(?:body\/)?/, ''), `${origin}${everywhere ? '' : ' (sometimes)'}`];
  });
  return Object.fromEntries(sorted(facts));
}

function originOf(seen: readonly { value: unknown; sources: readonly string[] }[]): string {
  const common = seen[0]?.sources.find((source) => seen.every(({ sources }) => sources.includes(source)));
  if (common !== undefined) return `from ${common}`;
  const values = [...new Set(seen.map(({ value }) => spelled(value)))].sort();
  return values.length > 5 ? `${values.slice(0, 5).join(', ')} and others` : values.join(', ');
}

function sorted<T>(entries: readonly [string, T][]): [string, T][] {
  return entries.toSorted(([a], [b]) => a.localeCompare(b, 'en'));
}
