import type { Pointer } from '../document/document.ts';
import { valueAt } from '../document/pointer.ts';
import { isSchema } from '../document/schema.ts';
import { rowsByRule } from './added-rows.ts';
import { conversionOf } from './conversions.ts';
import type { Answers } from './flow.ts';
import { isEmpty, put, settingOf } from './mapping.ts';
import { mappingOf, rulesOf, type Choices, type Inferred, type Sending, type SentField } from './sends.ts';
import { holds } from './steps.ts';

type AllAnswers = Record<string, Answers>;

/**
 * A stored entity, or the body of a request, as the answers that make it: the inverse of `buildRequest`. `given` holds
 * answers that the entity does not have, such as the zone that times are shown in.
 */
export function readAnswers(
  manifest: Sending,
  call: string,
  stored: unknown,
  given: Readonly<AllAnswers> = {},
): AllAnswers {
  const { body, reads = {}, inferred = {} } = mappingOf(manifest, call);
  const answers: AllAnswers = Object.fromEntries(Object.entries(given).map(([screen, own]) => [screen, { ...own }]));
  const values: (readonly [SentField, unknown])[] = [
    ...Object.entries(body).flatMap(([at, sent]) => valuesOf(rulesOf(sent), valueAt(stored, at), manifest.choices)),
    ...Object.entries(reads).map(([at, from]) => [{ from }, valueAt(stored, at)] as const),
  ];
  const read = values.flatMap(([rule, value]) => {
    const answer = answerOf(rule, value, answers);
    return isEmpty(answer) ? [] : [{ rule, answer }];
  });
  // The conditions of fields are asked of all answers, so these are complete first.
  for (const { rule, answer } of read) put(answers, rule.from, answer);
  const found = new Set(read.map(({ rule }) => rule.from));
  for (const [pointer, choices] of Object.entries(inferred)) {
    if (!found.has(pointer)) put(answers, pointer, inferredOf(choices, stored, answers));
  }
  for (const { rule } of read.filter(({ rule: { when } }) => !holds(when, answers))) remove(answers, rule.from);
  return answers;
}

/** The stored value of each rule of a field; rules that add have their rows of it. */
function valuesOf(rules: readonly SentField[], value: unknown, choices?: Choices) {
  const rows = rowsByRule(rules, value, choices);
  return rules.map((rule) => [rule, rule.adds === true ? rows.get(rule) : value] as const);
}

function answerOf(rule: SentField, value: unknown, answers: AllAnswers): unknown {
  if (isEmpty(value)) return undefined;
  if (rule.values !== undefined) return Object.entries(rule.values).find(([, sent]) => sent === value)?.[0];
  const answer = Array.isArray(value) ? value.map((row: unknown) => rowRead(rule, row, answers)) : value;
  return rule.as === undefined ? answer : conversionOf(rule.as).toAnswer(answer, settingOf(rule, answers));
}

function rowRead({ rows, item }: SentField, row: unknown, answers: AllAnswers): unknown {
  if (item !== undefined) return valueAt(row, item);
  if (rows === undefined) return row;
  const read: Answers = {};
  for (const [at, sent] of Object.entries(rows)) {
    for (const rule of rulesOf(sent)) {
      const answer = answerOf(rule, valueAt(row, at), answers);
      if (!isEmpty(answer)) put(read, rule.from, answer);
    }
  }
  return read;
}

function inferredOf(choices: readonly Inferred[], stored: unknown, answers: AllAnswers): unknown {
  return choices.find(
    ({ given, when }) => (given === undefined || !isEmpty(valueAt(stored, given))) && holds(when, answers),
  )?.is;
}

function remove(answers: AllAnswers, pointer: Pointer): void {
  const cut = pointer.lastIndexOf('/');
  const parent = valueAt(answers, pointer.slice(0, cut));
  if (isSchema(parent)) delete parent[pointer.slice(cut + 1)];
}
