import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { mostCustomFields, type CustomFields } from '#api/contract/custom-fields.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { listedField, type ListedField } from '#engine/flow/listed-field.ts';
import { wordsOf } from '#engine/flow/summary.ts';
import { containing } from '../database/like.ts';
import { requireFields } from '../require-fields.ts';
import { customFieldsIn } from './custom-fields.ts';

/** Where a list has its custom fields. */
export interface CustomList {
  screens: ScreenLibrary;
  /** The flow whose screens ask them. */
  flow: string;
  /** The column that stores them. */
  stored: SQLWrapper;
}

interface SearchedField extends ListedField {
  /** The titles of each of its choices in every language into which they are translated. */
  translated: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<object, Map<string, readonly SearchedField[]>>();

/** The custom fields of every organization's screens, and then those that only variants ask. */
function listedFields({ screens, flow }: CustomList): readonly SearchedField[] {
  const flows = known.get(screens.edition()) ?? new Map<string, readonly SearchedField[]>();
  known.set(screens.edition(), flows);
  const fields = flows.get(flow) ?? readFields(screens, flow);
  flows.set(flow, fields);
  return fields;
}

function readFields(screens: ScreenLibrary, flow: string): SearchedField[] {
  const found = new Map<string, SearchedField>();
  const variants = screens.organizationsWithVariants(flow).map((id) => screens.forOrganization(id));
  for (const own of [screens, ...variants])
    for (const { screen, name } of customFieldsIn(own, flow))
      if (!found.has(name)) found.set(name, fieldOf(own.get(flow, screen).document, name));
  return [...found.values()];
}

function fieldOf(document: ScreenDocument, name: string): SearchedField {
  const field = listedField(document, name);
  const said = Object.values(document.translations ?? {}).flatMap((own) => Object.values(own));
  const translated = field.choices.map(
    ({ title }) => [title, said.flatMap(({ from, text }) => (from === title ? [text] : []))] as const,
  );
  return { ...field, translated: new Map(translated) };
}

/** Names of the fields that the screens of every organization ask, for the reply of a list; undefined without any. */
export function customNames({ screens, flow }: CustomList): string[] | undefined {
  const names = customFieldsIn(screens, flow).map(({ name }) => name);
  return names.length === 0 ? undefined : names;
}

/** Whether the value, or one of a list of values, has this text. */
const someValue = ({ stored }: CustomList, name: string, isWanted: (text: SQL) => SQL): SQL =>
  sql`exists (select from jsonb_path_query(${stored} -> ${name}::text, '$[*]') as value where ${isWanted(sql`value #>> '{}'`)})`;

const among = (texts: readonly string[]): ((text: SQL) => SQL) => {
  return (text) =>
    sql`${text} in (${sql.join(
      texts.map((one) => sql`${one}`),
      sql`, `,
    )})`;
};

/** Rows of which a custom field shows the words; undefined when no field can. A choice shows its title, in any language. */
export function showsCustom(list: CustomList, words: string): SQL | undefined {
  const wanted = words.trim().toLowerCase();
  const found = listedFields(list).flatMap(({ name, kind, choices, translated }): SQL[] => {
    if (kind === 'text') return [someValue(list, name, (text) => sql`${text} ilike ${containing(words)}`)];
    if (kind === 'number') return [someValue(list, name, (text) => sql`${text} = ${wanted}`)];
    const fitting = choices.filter(({ title }) =>
      [title, ...(translated.get(title) ?? [])].some((one) => one.toLowerCase().includes(wanted)),
    );
    return fitting.length === 0 ? [] : [someValue(list, name, among(fitting.map(({ value }) => String(value))))];
  });
  return found.length === 0 ? undefined : sql`(${sql.join(found, sql` or `)})`;
}

/**
 * What a list is narrowed to by `CustomFilter`: a text contains the words, anything else equals the value, and one value of a list is enough.
 * @throws Refused `invalid_input` for a field that no screen asks, and for no number where the field is one
 */
export function narrowedByCustom(list: CustomList, asked: string | undefined): SQL | undefined {
  if (asked === undefined || asked === '') return undefined;
  const pairs = [...new URLSearchParams(asked)];
  if (pairs.length > mostCustomFields || asked.includes('\0') || pairs.some((pair) => pair.some(hasNul)))
    requireFields({ '/custom': 'This filter cannot be read.' });
  const fields = new Map(listedFields(list).map((field) => [field.name, field]));
  return sql.join(
    pairs.map(([name, value]) => {
      const field = fields.get(name);
      requireFields({
        '/custom':
          field === undefined
            ? `No screen asks for the field “${name}”.`
            : field.kind === 'number' && !isNumber(value)
              ? `${field.title}: enter a number`
              : undefined,
      });
      if (field?.kind === 'text') return someValue(list, name, (text) => sql`${text} ilike ${containing(value)}`);
      return someValue(list, name, among([field?.kind === 'number' ? String(Number(value)) : value]));
    }),
    sql` and `,
  );
}

const hasNul = (text: string): boolean => text.includes('\0');
const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** The columns by which a list can be sorted besides its own: `custom.costCentre`. A choice sorts by the order of its options. */
export function customOrder(list: CustomList): Record<`custom.${string}`, SQL> {
  const { stored } = list;
  return Object.fromEntries(
    listedFields(list).map(({ name, kind, choices }) => {
      const text = sql`${stored} ->> ${name}::text`;
      const values = choices.map(({ value }) => String(value));
      const by =
        kind === 'number'
          ? sql`case when jsonb_typeof(${stored} -> ${name}::text) = 'number' then (${text})::numeric end`
          : kind === 'choice' && values.length > 0
            ? sql`array_position(array[${sql.join(
                values.map((value) => sql`${value}`),
                sql`, `,
              )}]::text[], ${text})`
            : sql`lower(${text})`;
      return [`custom.${name}`, by] as const;
    }),
  );
}

/** @throws Refused `invalid_input` for a column that the list does not have */
export function requireOrder(columns: Readonly<Record<string, SQL>>, asked: string | undefined): void {
  const isKnown = asked === undefined || Object.hasOwn(columns, asked.replace(/^-/, ''));
  requireFields({ '/sort': isKnown ? undefined : 'The list has no such column.' });
}

/** The titles of the custom fields that have a value, and what they show: why a search found an entity. */
export function customMatches(list: CustomList, stored: CustomFields): [title: string, words: string][] {
  return listedFields(list).flatMap(({ name, title, schema, ui }) =>
    Object.hasOwn(stored, name) ? [[title, wordsOf(stored[name], schema, ui)]] : [],
  );
}
