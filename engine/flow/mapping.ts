import type { Pointer } from '../document/document.ts';
import { segmentsOf, valueAt } from '../document/pointer.ts';
import { isSchema } from '../document/schema.ts';
import { conversionOf } from './conversions.ts';
import type { Answers, FlowContext } from './flow.ts';
import { valuesOf } from './given.ts';
import { mappingOf, rulesOf, type Sending, type SentField } from './sends.ts';
import { holds, stepsFor } from './steps.ts';

type Context = Pick<FlowContext, 'mode' | 'answers' | 'given'>;
/** With what was given among the answers. */
type Values = Pick<FlowContext, 'mode' | 'answers'>;

/** The body of a call, made of the answers of the steps that these answers have and of what was given. */
export function buildRequest(manifest: Sending, call: string, context: Context): Answers {
  const { stepper } = manifest;
  const values: Values = { mode: context.mode, answers: valuesOf(context) };
  const steps = stepper && [...stepsFor(stepper, values.answers), 'given'];
  const isAsked = ({ from }: SentField) => steps === undefined || steps.includes(segmentsOf(from)[0] ?? '');
  const mapping = mappingOf(manifest, call);
  const body: Answers = {};
  for (const [pointer, sent] of Object.entries(mapping.body)) {
    put(body, pointer, valueOfField(rulesOf(sent).filter(isAsked), values));
  }
  for (const [pointer, value] of Object.entries(mapping.fixed ?? {})) put(body, pointer, value);
  return body;
}

function valueOfField(rules: readonly SentField[], context: Values): unknown {
  const adding = rules.filter(({ adds }) => adds === true);
  if (adding.length === 0) return firstValue(rules, context.answers, context);
  return adding.flatMap((rule) => valueOf(rule, context.answers, context) ?? []);
}

/** What the first rule that gives a value sends; `undefined` when the field is left out. */
function firstValue(rules: readonly SentField[], source: unknown, context: Values): unknown {
  for (const rule of rules) {
    const value = valueOf(rule, source, context);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueOf(rule: SentField, source: unknown, context: Values): unknown {
  const answer = holds(rule.when, context.answers) ? valueAt(source, rule.from) : undefined;
  const value = converted(rule, isEmpty(answer) ? undefined : answer, context);
  if (!isEmpty(value)) return value;
  return 'emptied' in rule && rule.emptied !== undefined && context.mode === 'EDIT' ? rule.emptied : rule.otherwise;
}

function converted(rule: SentField, answer: unknown, context: Values): unknown {
  if (rule.values !== undefined) return rule.values[String(answer)];
  const value =
    rule.as === undefined ? answer : conversionOf(rule.as).toRequest(answer, settingOf(rule, context.answers));
  return Array.isArray(value) ? value.map((row: unknown) => rowSent(rule, row, context)) : value;
}

function rowSent({ rows, item, fixed = {} }: SentField, row: unknown, context: Values): unknown {
  if (rows === undefined && item === undefined) return row;
  const sent: Answers = {};
  if (item !== undefined) put(sent, item, row);
  for (const [pointer, field] of Object.entries(rows ?? {}))
    put(sent, pointer, firstValue(rulesOf(field), row, context));
  for (const [pointer, value] of Object.entries(fixed)) put(sent, pointer, value);
  return sent;
}

/** What a rule's conversion needs of the other answers. */
export function settingOf({ zone, into = [] }: SentField, answers: Values['answers']) {
  const timeZone = zone === undefined ? undefined : valueAt(answers, zone);
  return { timeZone: typeof timeZone === 'string' ? timeZone : 'UTC', into };
}

/** What a form leaves empty it leaves out. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Puts a value at a pointer of nested objects; an object that stands there already is added to. */
export function put(target: Record<string, unknown>, pointer: Pointer, value: unknown): void {
  if (value === undefined) return;
  const [name = '', ...rest] = segmentsOf(pointer);
  const held = target[name];
  if (rest.length === 0) {
    target[name] = isSchema(held) && isSchema(value) ? { ...held, ...value } : value;
    return;
  }
  const inner = isSchema(held) ? held : {};
  target[name] = inner;
  put(inner, pointer.slice(pointer.indexOf('/', 1)), value);
}
