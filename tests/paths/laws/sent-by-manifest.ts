// What a manifest says that a call sends, worked out from its words alone: not by the request builder of the machines.
import { valueAt, segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import { conversionOf } from '#engine/flow/conversions.ts';
import type { FlowContext } from '#engine/flow/flow.ts';
import { rulesOf, type SentCall, type SentField } from '#engine/flow/sends.ts';
import { leaves } from '../approved/values.ts';
import type { Asked, Problem } from './asked.ts';

type Json = Record<string, unknown>;

/** Where a request differs from what the manifest says of it, each place once. */
export function wrongBodies({ flow, requests }: Asked): Problem[] {
  const { sends = {} } = flow;
  return requests.flatMap(({ effect, mode, seen, madeOf }) => {
    if (sends[effect] === undefined) return [];
    return seen.flatMap(({ input, context }) => {
      const expected = new Map(saidOf(flow, effect, context));
      const sent = new Map(leaves(input.body));
      const places = new Set([...expected.keys(), ...sent.keys()]);
      return (
        [...places]
          // What the machine adds from elsewhere is no answer.
          .filter((place) => expected.has(place) || madeOf.has(`/body${withoutIndexes(place)}`))
          .filter((place) => place !== '' && JSON.stringify(expected.get(place)) !== JSON.stringify(sent.get(place)))
          .map((place) => {
            const words = (found: Map<string, unknown>) =>
              found.has(place) ? JSON.stringify(found.get(place)) : 'nothing';
            return {
              problem: `${effect} in ${mode}: ${withoutIndexes(place)} is ${words(sent)}, the manifest says ${words(expected)}`,
            };
          })
      );
    });
  });
}

/** Each value of the body, by its place. */
function saidOf(flow: Asked['flow'], call: string, context: FlowContext): [string, unknown][] {
  const own = flow.sends?.[call];
  if (own === undefined) throw new Error(`the manifest of ${flow.id} does not say what ${call} sends`);
  if (typeof own === 'string') return saidOf(flow, own, context);
  if ('like' in own) return saidOf(flow, own.like, context).map(([place, value]) => [movedTo(place, own.moved), value]);
  // Screens that are no steps are asked whatever was answered.
  const { answers, given = {} } = context;
  const steps = flow.stepper && [...flow.steps(context), 'given'];
  return [...leaves(bodyOf(own, steps, { ...context, answers: { ...answers, given } }))];
}

function movedTo(place: string, moved: Readonly<Record<string, string>>): string {
  const isIn = (start: string) => `${place}/`.startsWith(`${start}/`);
  const nearest = Object.keys(moved).reduce(
    (best, start) => (isIn(start) && start.length > best.length ? start : best),
    '',
  );
  return (moved[nearest] ?? '') + place.slice(nearest.length);
}

function bodyOf(call: SentCall, steps: readonly string[] | undefined, context: FlowContext): Json {
  const body: Json = {};
  for (const [place, sent] of Object.entries(call.body)) {
    const rules = rulesOf(sent).filter(({ from }) => steps?.includes(segmentsOf(from)[0] ?? '') !== false);
    const values = rules.map((rule) => ruleValue(rule, context.answers, context)).filter((one) => one !== undefined);
    const value = rules.some(({ adds }) => adds) ? values.flat() : values[0];
    if (value !== undefined) set(body, segmentsOf(place), value);
  }
  // What no column knows is held by name, and taken away when it is emptied.
  for (const { screen, name } of call.customFields ?? []) {
    const given = context.answers[screen]?.[name];
    const value = isBlank(given) && context.mode === 'EDIT' ? null : given;
    const isAsked = steps?.includes(screen) !== false;
    if (isAsked && (value === null || !isBlank(value))) set(body, [...segmentsOf(call.custom ?? ''), name], value);
  }
  for (const [place, value] of Object.entries(call.fixed ?? {})) set(body, segmentsOf(place), value);
  return body;
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

function ruleValue(rule: SentField, source: unknown, context: FlowContext): unknown {
  const applies = Object.entries(rule.when ?? {}).every(([place, values]) =>
    values.includes(valueAt(context.answers, place) ?? null),
  );
  const given = applies ? valueAt(source, rule.from) : undefined;
  const value = converted(rule, isBlank(given) ? undefined : given, context);
  if (!isBlank(value)) return value;
  return context.mode === 'EDIT' && rule.emptied !== undefined ? rule.emptied : rule.otherwise;
}

function converted(
  { as, zone, into = [], values, rows, item, fixed }: SentField,
  given: unknown,
  context: FlowContext,
): unknown {
  if (values !== undefined) return values[String(given)];
  const timeZone = (zone === undefined ? undefined : (valueAt(context.answers, zone) as string | undefined)) ?? 'UTC';
  const value = as === undefined ? given : conversionOf(as).toRequest(given, { timeZone, into });
  if (!Array.isArray(value) || (rows === undefined && item === undefined)) return value;
  return value.map((row: unknown) => {
    const sent: Json = {};
    if (item !== undefined) set(sent, segmentsOf(item), row);
    for (const [place, rule] of Object.entries(rows ?? {})) {
      const own = rulesOf(rule).map((one) => ruleValue(one, row, context));
      const first = own.find((one) => one !== undefined);
      if (first !== undefined) set(sent, segmentsOf(place), first);
    }
    for (const [place, held] of Object.entries(fixed ?? {})) set(sent, segmentsOf(place), held);
    return sent;
  });
}

function set(target: Json, [name = '', ...rest]: readonly string[], value: unknown): void {
  const held = target[name];
  const both = (typeof held === 'object' && held !== null ? held : {}) as Json;
  if (rest.length > 0) set((target[name] = both), rest, value);
  else target[name] = held !== undefined && typeof value === 'object' && value !== null ? { ...both, ...value } : value;
}
