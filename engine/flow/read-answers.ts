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

type IsLeftOut = (value: unknown) => boolean;

/**
 * A stored entity as the answers that make it: the inverse of `buildRequest`. `given` holds answers that the entity does not have,
 * such as the zone that times are shown in.
 */
export function readAnswers(
  manifest: Sending,
  call: string,
  stored: unknown,
  given: Readonly<AllAnswers> = {},
): AllAnswers {
  return answersIn(manifest, call, stored, { given, isLeftOut: isEmpty });
}

/** The body of a request as the answers that made it, for who judges it: an empty text is judged as it stands. */
export function readBody(manifest: Sending, call: string, body: unknown, given: Readonly<AllAnswers> = {}): AllAnswers {
  return answersIn(manifest, call, body, { given, isLeftOut: (value) => value === undefined || value === null });
}

function answersIn(
  manifest: Sending,
  call: string,
  stored: unknown,
  { given, isLeftOut }: { given: Readonly<AllAnswers>; isLeftOut: IsLeftOut },
): AllAnswers {
  const { body, reads = {}, inferred = {} } = mappingOf(manifest, call);
  const answers: AllAnswers = Object.fromEntries(Object.entries(given).map(([screen, own]) => [screen, { ...own }]));
  const values: (readonly [SentField, unknown])[] = [
    ...Object.entries(body).flatMap(([at, sent]) => valuesOf(rulesOf(sent), valueAt(stored, at), manifest.choices)),
    ...Object.entries(reads).map(([at, from]) => [{ from }, valueAt(stored, at)] as const),
  ];
  const read: SentField[] = [];
  for (const [rule, value] of values) {
    const answer = answerOf(rule, value, answers, isLeftOut);
    if (isLeftOut(answer)) continue;
    read.push(rule);
    put(answers, rule.from, answer);
  }
  const found = new Set(read.map(({ from }) => from));
  for (const [pointer, choices] of Object.entries(inferred)) {
    if (!found.has(pointer)) put(answers, pointer, inferredOf(choices, stored, answers));
  }
  // The conditions of fields are asked of all answers, so these are complete first.
  // Several rules may send one answer, each under another condition: one that holds is enough.
  const held = new Set(read.filter(({ when }) => holds(when, answers)).map(({ from }) => from));
  for (const { from } of read.filter((rule) => !held.has(rule.from))) remove(answers, from);
  return answers;
}

/** The stored value of each rule of a field; rules that add have their rows of it. */
function valuesOf(rules: readonly SentField[], value: unknown, choices?: Choices) {
  const rows = rowsByRule(rules, value, choices);
  return rules.map((rule) => [rule, rule.adds === true ? rows.get(rule) : value] as const);
}

/** Answers of rules before this one are there already: a zone, and what rows share. */
function answerOf(rule: SentField, value: unknown, answers: AllAnswers, isLeftOut: IsLeftOut): unknown {
  if (isLeftOut(value)) return undefined;
  if (rule.values !== undefined) return Object.entries(rule.values).find(([, sent]) => sent === value)?.[0];
  const answer = Array.isArray(value) ? value.map((row: unknown) => rowRead(rule, row, answers, isLeftOut)) : value;
  return rule.as === undefined ? answer : conversionOf(rule.as).toAnswer(answer, settingOf(rule, answers));
}

function rowRead(
  { rows, item, shares = {} }: SentField,
  row: unknown,
  answers: AllAnswers,
  isLeftOut: IsLeftOut,
): unknown {
  if (item !== undefined) return valueAt(row, item);
  if (rows === undefined) return row;
  const read: Answers = {};
  for (const [at, sent] of Object.entries(rows)) {
    for (const rule of rulesOf(sent)) {
      const answer = answerOf(rule, valueAt(row, at), answers, isLeftOut);
      if (!isLeftOut(answer)) put(read, rule.from, answer);
    }
  }
  for (const [at, shared] of Object.entries(shares)) put(read, at, valueAt(answers, shared));
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
