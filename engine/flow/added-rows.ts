import type { Pointer } from '../document/document.ts';
import { valueAt } from '../document/pointer.ts';
import { dereferenced, isChoiceOfValues, isSchema, subschemas } from '../document/schema.ts';
import type { Answers } from './flow.ts';
import { isEmpty } from './mapping.ts';
import { rulesOf, type Choices, type SentField } from './sends.ts';

/** The values that these screens offer, for the rules that tell stored rows apart by them. */
export function choicesIn(documents: Readonly<Record<string, { schema: unknown }>>): Choices {
  const found = Object.entries(documents).flatMap(([screen, { schema }]) =>
    [...subschemas(isSchema(schema) ? dereferenced(schema) : {})].flatMap(({ pointer, schema: inner }) => {
      const options: unknown = inner.oneOf;
      if (!isChoiceOfValues(options)) return [];
      return [[`/${screen}${pointer}`, options.map((choice) => choice.const)] as const];
    }),
  );
  return Object.fromEntries(found);
}

/** The stored rows of each rule that adds: a row belongs to the first that can have sent it. */
export function rowsByRule(
  rules: readonly SentField[],
  stored: unknown,
  choices: Choices = {},
): ReadonlyMap<SentField, unknown[]> {
  const adding = rules.filter(({ adds }) => adds === true);
  const byRule = new Map<SentField, unknown[]>(Array.isArray(stored) ? adding.map((rule) => [rule, []]) : []);
  for (const row of Array.isArray(stored) ? (stored as unknown[]) : []) {
    const owner = adding.find((rule) => canSend(rule, row, choices));
    if (owner !== undefined) byRule.get(owner)?.push(row);
  }
  return byRule;
}

function canSend({ from, item, rows = {}, fixed = {} }: SentField, row: unknown, choices: Choices): boolean {
  const fits = (at: Pointer, field: Pointer) => {
    const value = valueAt(row, at);
    return !isEmpty(value) && choices[field]?.includes(value) !== false;
  };
  return (
    Object.entries(fixed).every(([at, value]) => (valueAt(row, at) ?? null) === value) &&
    (item === undefined || fits(item, `${from}/*`)) &&
    Object.entries(rows).every(([at, sent]) => rulesOf(sent).some((rule) => fits(at, `${from}/*${rule.from}`)))
  );
}

/** Where the rows of each rule that adds begin in the list, and how many there are, for these answers. */
export function placesInList(
  rules: readonly SentField[],
  answers: Readonly<Record<string, Answers>>,
): ReadonlyMap<SentField, { start: number; count: number }> {
  let start = 0;
  return new Map(
    rules
      .filter(({ adds }) => adds === true)
      .map((rule) => {
        const own = valueAt(answers, rule.from);
        const place = { start, count: Array.isArray(own) ? own.length : 0 };
        start += place.count;
        return [rule, place];
      }),
  );
}
