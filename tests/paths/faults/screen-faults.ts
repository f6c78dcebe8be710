// Faults in what a screen's document says.
import { screenOf } from '#engine/compile/library.ts';
import { pointerOf, segmentsOf, valueAt } from '#engine/document/pointer.ts';
import { isChoiceOfValues, isSchema, subschemas, type Schema, type Visit } from '#engine/document/schema.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import type { LoadedFlow } from '../load.ts';
import { withFlow, type Fault } from './fault.ts';

type Json = Record<string, unknown>;
/** Changes a copy of the document. */
type Change = (document: ScreenDocument & Json) => void;
interface Planted {
  kind: string;
  change: string;
  make: Change;
}

const UPPER = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'];
const LOWER = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum'];
const RULES = ['pattern', 'format', 'notBlank', 'uniqueBy', 'sameAs', 'uniqueItems', 'multipleOf'];

export function screenFaults({ flow: { id }, screens }: LoadedFlow): Fault[] {
  return Object.values(screens).flatMap((screen) =>
    changesOf(screen.document).map(({ kind, change, make }): Fault => ({
      area: 'screen',
      kind,
      change,
      file: `schemas/${id}/${screen.id}.json`,
      flows: [id],
      plant(loaded) {
        const document = structuredClone(screen.document) as ScreenDocument & Json;
        make(document);
        const faulty = screenOf(id, screen.id, document);
        return withFlow(loaded, loaded.flow, { ...loaded.screens, [screen.id]: faulty });
      },
    })),
  );
}

function changesOf(document: ScreenDocument): Planted[] {
  const root = document.schema as Schema | undefined;
  return [
    ...[...subschemas(root)].flatMap((visit) => inSchema(root as Schema, visit)),
    ...Object.entries(document.locked ?? {}).flatMap(([mode, pointers]) =>
      pointers.map((pointer): Planted => ({
        kind: 'drop a lock',
        change: `${pointer} is no longer locked in ${mode}`,
        make: (copy) => void (copy.locked = { ...copy.locked, [mode]: pointers.filter((one) => one !== pointer) }),
      })),
    ),
    ...Object.entries(document.messages ?? {}).flatMap(([pointer, held]) =>
      Object.entries(held).map(([rule, words]): Planted => ({
        kind: 'reword a message',
        change: `the message of ${pointer} ${rule} is "Not right" instead of "${words}"`,
        make: (copy) =>
          void ((copy.messages as Record<string, Record<string, string>>)[pointer] = { ...held, [rule]: 'Not right' }),
      })),
    ),
    ...(document.actions ?? []).map((action, index): Planted => ({
      kind: 'drop an action',
      change: `the button "${action.label}" is missing`,
      make: (copy) => void (copy.actions = copy.actions?.toSpliced(index, 1) ?? []),
    })),
    ...shownSecrets(document),
  ];
}

/** Fields whose widget hides what is typed. */
function shownSecrets({ ui = {} }: ScreenDocument): Planted[] {
  return Object.entries(ui).flatMap(([name, part]): Planted[] =>
    isSchema(part) && /password|code/.test(String(part['ui:widget']))
      ? [
          {
            kind: 'show a secret',
            change: `/${name} shows what is typed`,
            make: (copy) => void delete ((copy.ui as Json)[name] as Json)['ui:widget'],
          },
        ]
      : [],
  );
}

function inSchema(root: Schema, { schema, at, pointer }: Visit): Planted[] {
  const isCondition = /\/(?:if|not)(?:\/|$)/.test(at);
  const isOption = /\/(?:oneOf|anyOf)\/\d+$/.test(at) && 'const' in schema;
  if (isCondition || isOption) return [];
  const field = pointer === '' ? 'the whole' : pointer;
  const found: Planted[] = [];
  const set = (kind: string, change: string, keyword: string, value: unknown) =>
    found.push({ kind, change: `${field}: ${change}`, make: edit(at, (held) => put(held, keyword, value)) });
  for (const [keywords, step] of [
    [UPPER, 1],
    [LOWER, -1],
  ] as const)
    for (const keyword of keywords) {
      const bound = schema[keyword];
      if (typeof bound !== 'number') continue;
      if (bound + step >= 0)
        set('widen a bound', `${keyword} ${bound + step} instead of ${bound}`, keyword, bound + step);
      set('shift a bound', `${keyword} ${bound - step} instead of ${bound}`, keyword, bound - step);
    }
  for (const rule of RULES)
    if (schema[rule] !== undefined) set('drop a rule', `no ${rule} (${String(schema[rule])})`, rule, undefined);
  for (const name of schema.required ?? [])
    set(
      'drop a required field',
      `/${name} is not required`,
      'required',
      schema.required?.filter((one) => one !== name),
    );
  if (schema.default !== undefined) {
    const other = otherDefault(schema);
    set(
      'change a default',
      `the default is ${JSON.stringify(other)} instead of ${JSON.stringify(schema.default)}`,
      'default',
      other,
    );
  }
  if (schema.writeOnly === true) set('drop a secret mark', 'is not writeOnly', 'writeOnly', undefined);
  found.push(...options(schema, at, field), ...branches(schema, at, field));
  if (isSchema(valueAt(root, at)) && at !== '' && /\/properties\/[^/]+$/.test(at) && !/\/(?:then|else)\//.test(at))
    found.push({ kind: 'drop a field', change: `${field} is not asked`, make: without(at) });
  return found;
}

function options(schema: Schema, at: string, field: string): Planted[] {
  return (['oneOf', 'anyOf', 'enum'] as const).flatMap((keyword) => {
    const list = schema[keyword] as unknown[] | undefined;
    if (list === undefined || list.length < 2 || (keyword !== 'enum' && !isChoiceOfValues(list))) return [];
    return list.map((option, index): Planted => ({
      kind: 'drop an option',
      change: `${field}: the option ${JSON.stringify(keyword === 'enum' ? option : (option as Json)['const'])} is missing`,
      make: edit(at, (held) => put(held, keyword, list.toSpliced(index, 1))),
    }));
  });
}

function branches(schema: Schema, at: string, field: string): Planted[] {
  const ofList = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const list = schema[keyword];
    if (list === undefined || isChoiceOfValues(list)) return [];
    return list.map((_, index): Planted => ({
      kind: 'drop a branch',
      change: `${field}: ${at}/${keyword}/${index} is missing`,
      make: edit(at, (held) => put(held, keyword, list.length === 1 ? undefined : list.toSpliced(index, 1))),
    }));
  });
  const ofCondition = (['then', 'else'] as const).flatMap((keyword): Planted[] =>
    schema[keyword] === undefined
      ? []
      : [
          {
            kind: 'drop a branch',
            change: `${field}: "${keyword}" of ${at === '' ? 'its condition' : at} is missing`,
            make: edit(at, (held) => put(held, keyword, undefined)),
          },
        ],
  );
  return [...ofList, ...ofCondition];
}

function otherDefault({ default: value, oneOf, anyOf, enum: values }: Schema): unknown {
  const list = [oneOf, anyOf].find((one) => isChoiceOfValues(one)) as { const: unknown }[] | undefined;
  const other = [...(list?.map((one) => one.const) ?? []), ...(values ?? [])].find((one) => one !== value);
  if (other !== undefined) return other;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return undefined;
}

function edit(at: string, change: (schema: Json) => void): Change {
  return ({ schema }) => change(valueAt(schema, at) as Json);
}

function without(at: string): Change {
  return ({ schema }) => {
    const path = segmentsOf(at);
    delete (valueAt(schema, pointerOf(path.slice(0, -1))) as Json)[path.at(-1) ?? ''];
  };
}

function put(held: Json, keyword: string, value: unknown): void {
  if (value === undefined) delete held[keyword];
  else held[keyword] = value;
}
