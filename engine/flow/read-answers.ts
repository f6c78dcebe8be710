import type { Pointer } from '../document/document.ts';
import { valueAt } from '../document/pointer.ts';
import { isSchema } from '../document/schema.ts';
import { conversionOf } from './conversions.ts';
import type { Answers } from './flow.ts';
import { isEmpty, put, settingOf } from './mapping.ts';
import { mappingOf, rulesOf, type Inferred, type Sending, type Sent, type SentField } from './sends.ts';
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
  const rules: (readonly [Pointer, SentField])[] = [
    ...Object.entries(body).flatMap(([at, sent]) => rulesOf(sent).map((rule) => [at, rule] as const)),
    ...Object.entries(reads).map(([at, from]) => [at, { from }] as const),
  ];
  const read = rules.flatMap(([at, rule]) => {
    const answer = answerOf(rule, valueAt(stored, at), answers);
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

function answerOf(rule: SentField, value: unknown, answers: AllAnswers): unknown {
  if (isEmpty(value)) return undefined;
  if (rule.values !== undefined) return Object.entries(rule.values).find(([, sent]) => sent === value)?.[0];
  const { rows } = rule;
  const answer = rows !== undefined && Array.isArray(value) ? value.map((row) => rowOf(rows, row, answers)) : value;
  return rule.as === undefined ? answer : conversionOf(rule.as).toAnswer(answer, settingOf(rule, answers));
}

function rowOf(rows: Readonly<Record<Pointer, Sent>>, row: unknown, answers: AllAnswers): Answers {
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
