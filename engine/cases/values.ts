import { readChosenFile, spellChosenFile } from '../vocabulary/chosen-file.ts';
import { isSchema, type Schema } from '../document/schema.ts';

/** Texts of about this length that may still be what the field asks: of some format, some pattern, or plain. */
export function textsOfLength(length: number, current: unknown): string[] {
  const given = typeof current === 'string' ? current : '';
  const fill = (start: string, end: string, letter = 'x') =>
    length < start.length + end.length ? '' : start + letter.repeat(length - start.length - end.length) + end;
  const host = (start: string, end: string) => {
    // Labels of a name have at most 63 letters.
    const room = length - start.length - end.length;
    if (room < 1) return '';
    const labels = `${'x'.repeat(59)}.`.repeat(Math.ceil(room / 60)).slice(0, room - 1);
    return `${start}${labels}x${end}`;
  };
  const texts = [
    length <= given.length ? given.slice(0, length) : given.padEnd(length, 'x'),
    given.padEnd(length, ' '),
    'x'.repeat(length),
    '7'.repeat(length),
    fill('https://example.com/', ''),
    host('a@', '.com'),
    host('', '.com'),
    host('', ''),
  ];
  return [...new Set(texts)].filter((text) => text.length === length);
}

/** A value just inside a bound, and values just outside, each a try: the validator decides. */
export interface Edge {
  keyword: string;
  /** What is bounded: `maxLength 50`, `wholeNumber from 30`. */
  bound: string;
  inside: unknown[];
  outside: unknown[];
  /** What the outside is refused as, besides the keyword itself. */
  also?: string;
}

const NOWHERE = '§ no such thing \u0000';

/** The edges of what a schema says of one value; `current` is one that holds. */
export function edgesOf(schema: Schema, current: unknown): Edge[] {
  const edges: Edge[] = [];
  const add = (keyword: string, bound: string, inside: unknown[], outside: unknown[], also?: string) =>
    edges.push({ keyword, bound, inside, outside, ...(also === undefined ? {} : { also }) });
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  if (minLength !== undefined)
    add(
      'minLength',
      `minLength ${minLength}`,
      textsOfLength(minLength, current),
      textsOfLength(minLength - 1, current),
      'required',
    );
  if (maxLength !== undefined)
    add(
      'maxLength',
      `maxLength ${maxLength}`,
      textsOfLength(maxLength, current),
      textsOfLength(maxLength + 1, current),
    );
  const several = (count: number) => items(firstItem(schema.items, current), count);
  if (minItems !== undefined) add('minItems', `minItems ${minItems}`, [several(minItems)], [several(minItems - 1)]);
  if (maxItems !== undefined) add('maxItems', `maxItems ${maxItems}`, [several(maxItems)], [several(maxItems + 1)]);
  if (minimum !== undefined) add('minimum', `minimum ${minimum}`, [minimum], [minimum - 1]);
  if (maximum !== undefined) add('maximum', `maximum ${maximum}`, [maximum], [maximum + 1]);
  edges.push(...ruleEdges(schema, current));
  const choices = choicesOf(schema);
  for (const choice of choices) add('enum', `choice ${String(choice)}`, [choice], ['no such choice'], 'oneOf');
  if (schema.pattern !== undefined)
    add('pattern', `pattern ${schema.pattern}`, [current], [NOWHERE, 'a\nb', '§'], 'format');
  if (schema.format !== undefined) add('format', `format ${schema.format}`, [current], [NOWHERE, 'no such thing']);
  return edges;
}

/** The rules of the vocabulary, each broken once. */
function ruleEdges(schema: Schema, current: unknown): Edge[] {
  const edges: Edge[] = [];
  const whole = schema['wholeNumber'];
  if (isSchema(whole)) {
    const { minimum, maximum } = whole as { minimum?: number; maximum?: number };
    const edge = { keyword: 'wholeNumber' };
    if (minimum !== undefined)
      edges.push({ ...edge, bound: `wholeNumber from ${minimum}`, inside: [minimum], outside: [minimum - 1] });
    if (maximum !== undefined)
      edges.push({ ...edge, bound: `wholeNumber to ${maximum}`, inside: [maximum], outside: [maximum + 1] });
    edges.push({ ...edge, bound: 'wholeNumber, no fraction', inside: [current], outside: [(minimum ?? 0) + 0.5] });
  }
  if (schema['notBlank'] === true)
    edges.push({ keyword: 'notBlank', bound: 'notBlank', inside: [current], outside: ['   '], also: 'required' });
  for (const keyword of ['sameAs', 'differsFrom', 'after', 'inFuture', 'ipTargets']) {
    if (schema[keyword] === undefined || schema[keyword] === false) continue;
    const outside = {
      sameAs: ['something else'],
      differsFrom: [current],
      after: [...aMinuteBefore(current), '2000-01-01T00:00'],
      inFuture: ['2000-01-01T00:00'],
      ipTargets: ['10.0.0.256'],
    }[keyword];
    edges.push({ keyword, bound: keyword, inside: [current], outside: outside ?? [] });
  }
  for (const [keyword, step] of [
    ['minFileSize', -1],
    ['maxFileSize', 1],
  ] as const) {
    const limit = schema[keyword];
    const file = readChosenFile(current);
    if (typeof limit !== 'number' || file === undefined) continue;
    const ofSize = (size: number) => [spellChosenFile({ ...file, size })];
    edges.push({ keyword, bound: `${keyword} ${limit}`, inside: ofSize(limit), outside: ofSize(limit + step) });
  }
  const typed = readChosenFile(current);
  if (Array.isArray(schema['fileTypes']) && typed !== undefined)
    edges.push({
      keyword: 'fileTypes',
      bound: `fileTypes ${schema['fileTypes'].join(' ')}`,
      inside: schema['fileTypes'].map((type: unknown) => spellChosenFile({ ...typed, name: `setup${String(type)}` })),
      outside: [spellChosenFile({ ...typed, name: 'setup.zzz' })],
    });
  if (schema['lessThan'] !== undefined)
    edges.push({ keyword: 'lessThan', bound: 'lessThan', inside: [current], outside: [1, 10, 30, 60, 300, 86_400] });
  const by = schema['uniqueBy'];
  if (typeof by === 'string' && Array.isArray(current) && current.length > 0) {
    edges.push({
      keyword: 'uniqueBy',
      bound: `uniqueBy ${by}`,
      inside: [items(current, 2)],
      outside: [[current[0], current[0]]],
    });
  }
  return edges;
}

/** Of a date and time as a field has it, late enough to be no other rule's. */
function aMinuteBefore(current: unknown): string[] {
  const at = typeof current === 'string' ? Date.parse(`${current}Z`) : Number.NaN;
  return Number.isNaN(at) ? [] : [new Date(at - 60_000).toISOString().slice(0, 16)];
}

export function choicesOf(schema: Schema): unknown[] {
  const named = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const values = named.flatMap((one) => (isSchema(one) && 'const' in one ? [one.const] : []));
  return values.length === named.length && values.length > 0 ? values : [...(schema.enum ?? [])];
}

/** A list with one item, where the list that holds has none and its items are files or ids. */
function firstItem(schema: Schema['items'], current: unknown): unknown {
  if (isSchema(schema) && schema.format === 'chosen-file') return ['57 1764028800000 file'];
  const isEmpty = Array.isArray(current) && current.length === 0;
  return isEmpty && isSchema(schema) && schema.type === 'integer' ? [1] : current;
}

/** So many items like the first, each told apart by its texts or its number. */
function items(current: unknown, count: number): unknown[] {
  if (!Array.isArray(current) || count < 0) return [];
  const [first] = current as unknown[];
  return Array.from({ length: count }, (_, index) => (index === 0 ? first : toldApart(first, index)));
}

function toldApart(item: unknown, index: number): unknown {
  if (typeof item === 'string') return `${item.slice(0, 30)}-${index}`;
  if (typeof item === 'number') return item + index;
  if (!isSchema(item)) return item;
  const entries = Object.entries(item).filter(([name]) => name !== 'id');
  return Object.fromEntries(entries.map(([name, value]) => [name, name === 'name' ? toldApart(value, index) : value]));
}
