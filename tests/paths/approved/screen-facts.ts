import type { ScreenDocument } from '#engine/document/document.ts';
import { isChoiceOfValues, isSchema, subschemas, type Schema, type Visit } from '#engine/document/schema.ts';
import { compact, isFacts, type Fact, type Facts } from './facts.ts';
import { leaves, spelled } from './values.ts';

// Told through the fields that they hold.
const STRUCTURE = new Set([
  'properties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  'dependencies',
  'required',
  'additionalItems',
  'contains',
  'patternProperties',
  'definitions',
]);
const WORDS: Record<string, string> = {
  title: 'label',
  maxLength: 'at most',
  maxItems: 'at most',
  maximum: 'at most',
  minLength: 'at least',
  minItems: 'at least',
  minimum: 'at least',
  exclusiveMaximum: 'less than',
  exclusiveMinimum: 'more than',
  writeOnly: 'secret',
  const: 'always',
};

/** What a screen says and asks, field by field. Its examples are for tests and left out, and so are its translations. */
export function screenFacts(document: ScreenDocument): Facts {
  const {
    $schema: _,
    partFields: ___,
    schema,
    ui,
    messages,
    locked,
    help,
    examples: __,
    translations: ____,
    sections,
    presets,
    actions,
    rows,
    ...words
  } = document;
  const fields: Record<string, Record<string, Fact>> = {};
  const tell = (pointer: string, facts: Record<string, Fact>) => {
    const held = (fields[pointer === '' ? 'all of it' : pointer] ??= {});
    for (const [name, fact] of Object.entries(facts)) put(held, name, fact);
  };
  for (const visit of subschemas(schema)) tell(visit.pointer, saidBy(schema as Schema, visit));
  for (const visit of [...subschemas(schema)].filter((one) => !isCondition(one)))
    for (const name of visit.schema.required ?? [])
      tell(`${visit.pointer}/${name}`, under(schema as Schema, visit, { required: true }));
  for (const [pointer, held] of Object.entries(messages ?? {}))
    tell(pointer, Object.fromEntries(Object.entries(held).map(([rule, text]) => [`says of ${rule}`, text])));
  for (const [mode, pointers] of Object.entries(locked ?? {}))
    for (const pointer of pointers) tell(pointer, { [`locked in ${mode}`]: true });
  for (const [pointer, text] of Object.entries(help ?? {})) tell(pointer, { help: text });
  for (const [pointer, facts] of drawn(ui ?? {})) tell(pointer, facts);
  return compact({
    ...(words as Facts),
    actions: (actions ?? []).map(
      ({ event, label, variant }) => `${label}: ${event}${variant === undefined ? '' : ` (${variant})`}`,
    ),
    ...(rows && { rows: plain(rows) }),
    sections: Object.fromEntries((sections ?? []).map(({ title, ...held }) => [title, plain(held)])),
    presets: Object.fromEntries((presets ?? []).map(({ title, ...held }) => [title, plain(held)])),
    fields,
  });
}

/** Two branches may say the same of a field: both are told. */
function put(held: Record<string, Fact>, name: string, fact: Fact): void {
  const before = held[name];
  if (isFacts(before) && isFacts(fact)) for (const [key, one] of Object.entries(fact)) put(before, key, one);
  else if (before !== undefined && JSON.stringify(before) !== JSON.stringify(fact))
    held[name] = [spelled(before), spelled(fact)].sort();
  else held[name] = fact;
}

/** A schema below `if` or `not` tests fields and asks for none. */
const isCondition = ({ at }: Visit) => /\/(?:if|not)(?:\/|$)/.test(at);

function saidBy(root: Schema, visit: Visit): Record<string, Fact> {
  if (isCondition(visit)) return {};
  const { schema } = visit;
  const facts: Record<string, Fact> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!STRUCTURE.has(keyword)) facts[WORDS[keyword] ?? keyword] = plain(value);
    else if (keyword === 'not') facts['must not be'] = plain(value);
  }
  for (const list of [schema.oneOf, schema.anyOf] as unknown[])
    if (isChoiceOfValues(list))
      facts['options'] = Object.fromEntries(
        list.map(({ const: value, title }) => [spelled(value), title ?? spelled(value)]),
      );
  if (/\/(?:oneOf|anyOf)\/\d+$/.test(visit.at) && 'const' in schema) return {};
  for (const [name, names] of Object.entries(schema.dependencies ?? {})) facts[`with ${name}`] = plain(names);
  return under(root, visit, facts);
}

/** What a branch says stands below its condition. */
function under(root: Schema, { at }: Visit, facts: Record<string, Fact>): Record<string, Fact> {
  if (Object.keys(facts).length === 0) return {};
  const branch = /^(.*)\/(then|else)(?=\/|$)/.exec(at);
  if (branch !== null) {
    const holder = schemaAt(root, branch[1] ?? '');
    const condition = conditionWords(holder?.if as Schema | undefined);
    return { [`${branch[2] === 'then' ? 'when' : 'unless'} ${condition}`]: facts };
  }
  const choice = /\/(oneOf|anyOf)\/(\d+)/.exec(at);
  return choice === null ? facts : { [`choice ${Number(choice[2]) + 1}`]: facts };
}

function schemaAt(root: Schema, at: string): Schema | undefined {
  return [...subschemas(root)].find((visit) => visit.at === at)?.schema;
}

function conditionWords(condition: Schema | undefined): string {
  const parts = Object.entries(condition?.properties ?? {}).map(([name, held]) => `${name} ${valueWords(held)}`);
  const { properties: _, required, ...others } = condition ?? {};
  const named = (required ?? [])
    .filter((name) => condition?.properties?.[name] === undefined)
    .map((name) => `${name} is given`);
  const more = Object.keys(others).length === 0 ? [] : [spelled(others)];
  return [...parts, ...named, ...more].join(' and ');
}

function valueWords(schema: unknown): string {
  if (!isSchema(schema)) return spelled(schema);
  const { const: value, enum: values, not, ...others } = schema;
  if (value !== undefined) return `is ${spelled(value)}`;
  if (values !== undefined) return `is ${values.map((one) => spelled(one)).join(' or ')}`;
  if (not !== undefined) return `is not ${valueWords(not).replace(/^is /, '')}`;
  return spelled(others);
}

/** How the fields are drawn: each keyword of `ui` at the field that it speaks of. */
function* drawn(ui: Record<string, unknown>, at = ''): Generator<[string, Record<string, Fact>]> {
  const own: Record<string, Fact> = {};
  for (const [name, value] of Object.entries(ui)) {
    if (name.startsWith('ui:')) own[name === 'ui:options' ? 'drawn with' : name.replace('ui:', '')] = plain(value);
    else if (isSchema(value)) yield* drawn(value, `${at}/${name === 'items' ? '*' : name}`);
  }
  if (Object.keys(own).length > 0) yield [at, own];
}

/** Lists of words stay lists, what is nested is told by its pointers. */
function plain(value: unknown): Fact {
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object') ? value.map(String) : value.map((one) => JSON.stringify(one));
  if (typeof value !== 'object' || value === null) return value as Fact;
  return Object.fromEntries(
    [...leaves(value)].map(([pointer, held]) => [
      pointer.slice(1),
      Array.isArray(held) ? [] : typeof held === 'object' && held !== null ? '{}' : (held as Fact),
    ]),
  );
}
