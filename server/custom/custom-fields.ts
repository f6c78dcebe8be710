import { mostCustomBytes, mostCustomFields, type CustomFields, type CustomInput } from '#api/contract/custom-fields.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { customFieldsOf } from '#engine/document/custom-fields.ts';
import type { FieldError, Pointer, ScreenDocument } from '#engine/document/document.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import type { CustomField } from '#engine/flow/sends.ts';
import { propertyOf, wordsOf } from '#engine/flow/summary.ts';
import { ruleNames } from '#engine/vocabulary/keywords.ts';
import { pointerOf, segmentsOf } from '#engine/document/pointer.ts';
import { requireFields } from '../require-fields.ts';

const known = new WeakMap<object, Map<string, readonly CustomField[]>>();

/** The custom fields that the screens of a flow ask. */
export function customFieldsIn(screens: ScreenLibrary, flow: string): readonly CustomField[] {
  const flows = known.get(screens.edition()) ?? new Map<string, readonly CustomField[]>();
  known.set(screens.edition(), flows);
  const fields = flows.get(flow) ?? readFields(screens, flow);
  flows.set(flow, fields);
  return fields;
}

function readFields(screens: ScreenLibrary, flow: string): CustomField[] {
  const documents: Record<string, ScreenDocument> = {};
  for (const screen of screens.screens(flow)) documents[screen] = screens.get(flow, screen).document;
  return customFieldsOf(screens.manifest(flow), documents);
}

/** A custom field as a table tells it. */
export interface CustomColumn {
  name: string;
  title: string;
  words(stored: CustomFields): string;
}

/** One column for each custom field, under the title of its screen. */
export function customColumns(screens: ScreenLibrary, flow: string): CustomColumn[] {
  return customFieldsIn(screens, flow).map(({ screen, name }) => {
    const { schema, ui } = screens.get(flow, screen).document;
    const field = propertyOf(schema, pointerOf([name])) ?? {};
    const hints = ui?.[name];
    return {
      name,
      title: field.title ?? name,
      words(stored) {
        const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
        return value === undefined ? '' : wordsOf(value, field, isSchema(hints) ? hints : {});
      },
    };
  });
}

/**
 * What the screens say of each custom field, as JSON Schema without the words and rules of forms. It includes the
 * fields of variants. If a variant and the screen of every organization have a field of the same name, the schema is that of the latter.
 */
export function customSchemasOf(screens: ScreenLibrary, flow: string): Record<string, Schema> {
  const own = screens.organizationsWithVariants(flow).map((id) => schemasIn(screens.forOrganization(id), flow));
  return Object.assign({}, ...own, schemasIn(screens, flow)) as Record<string, Schema>;
}

function schemasIn(screens: ScreenLibrary, flow: string): Record<string, Schema> {
  return Object.fromEntries(
    customFieldsIn(screens, flow).map(({ screen, name }) => {
      const schema = propertyOf(screens.get(flow, screen).document.schema, pointerOf([name])) ?? {};
      const known = Object.entries(schema).filter(([key]) => !(ruleNames as readonly string[]).includes(key));
      return [name, Object.fromEntries(known)];
    }),
  );
}

/** The stored custom fields that the screens still ask. A field that a screen no longer asks stays stored, and nobody sees it. */
export function toShownCustom(screens: ScreenLibrary, flow: string, stored: CustomFields): CustomFields {
  const names = new Set(customFieldsIn(screens, flow).map(({ name }) => name));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => names.has(name)));
}

/** The custom fields to store: `null` removes one, and one that is not given stays as it is stored. */
export function mergeCustom(stored: CustomFields, given: CustomInput = {}): CustomFields {
  return Object.fromEntries(
    Object.entries({ ...stored, ...given }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

export interface Judged {
  /** The answers of each screen, without its custom fields. */
  answers: Readonly<Record<string, object>>;
  given: CustomInput | undefined;
  stored: CustomFields;
}

/**
 * Judges the answers of a save by the screens of its flow, custom fields included: these are refused below `/custom`.
 * @throws Refused `invalid_input` for custom fields that no screen asks, and for more than may be stored
 */
export function judgeAnswers(screens: ScreenLibrary, flow: string, { answers, given, stored }: Judged): FieldError[] {
  const fields = customFieldsIn(screens, flow);
  const merged = requireCustom(screens, flow, { given, stored, steps: Object.keys(answers) });
  return Object.entries(answers).flatMap(([screen, own]) => {
    const names = new Set(fields.filter((field) => field.screen === screen).map(({ name }) => name));
    const custom = Object.entries(merged).filter(([name]) => names.has(name));
    const found = screens.check(flow, screen, { ...own, ...Object.fromEntries(custom) });
    return found.map((error) =>
      names.has(segmentsOf(error.pointer)[0] ?? '') ? { ...error, pointer: `/custom${error.pointer}` } : error,
    );
  });
}

export interface CustomRequest extends Pick<Judged, 'given' | 'stored'> {
  /** The screens that these answers lead to; every screen of the flow if absent. */
  steps?: readonly string[];
  /** Where the body of the call holds the entity: `/monitor`. */
  at?: Pointer;
}

/**
 * Merges the given custom fields into the stored ones.
 * @throws Refused `invalid_input` for fields that no screen asks, and for more than may be stored
 */
export function requireCustom(
  screens: ScreenLibrary,
  flow: string,
  { given = {}, stored, steps, at = '' }: CustomRequest,
): CustomFields {
  const fields = customFieldsIn(screens, flow).filter(({ screen }) => steps?.includes(screen) ?? true);
  refuseUnknown(fields, given, at);
  const merged = mergeCustom(stored, given);
  refuseTooMuch(merged, at);
  return merged;
}

function refuseUnknown(fields: readonly CustomField[], given: CustomInput, at: Pointer): void {
  const names = new Set(fields.map(({ name }) => name));
  // A page sends null for the fields of a step that it no longer has.
  const unknown = Object.keys(given).filter((name) => !names.has(name) && given[name] !== null);
  requireFields(
    Object.fromEntries(unknown.map((name) => [`${at}/custom${pointerOf([name])}`, 'No screen asks for this field.'])),
  );
}

/** The fields that no screen asks any more count as well: they are stored. */
function refuseTooMuch(merged: CustomFields, at: Pointer): void {
  const tooMany = Object.keys(merged).length > mostCustomFields;
  const tooLong = Buffer.byteLength(JSON.stringify(merged)) > mostCustomBytes;
  requireFields({
    [`${at}/custom`]: tooMany
      ? `At most ${mostCustomFields} custom fields allowed`
      : tooLong
        ? `Custom fields hold at most ${mostCustomBytes / 1024} KB`
        : undefined,
  });
}
