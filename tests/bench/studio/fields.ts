// What edits change in a document.
import { isChoiceOfValues, isSchema, type Schema } from '#engine/document/schema.ts';
import type { Draft, EditedScreen } from './edit.ts';

/** A field at the top of a form, outside of its branches. */
export interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  /** The values that the valid examples give it. */
  answered: unknown[];
}

export function fieldsOf({ document }: EditedScreen): Field[] {
  const { schema, given = [], examples } = document;
  return Object.entries((schema?.properties ?? {}) as Record<string, unknown>).flatMap(([name, held]) =>
    !isSchema(held) || '$ref' in held || given.includes(name)
      ? []
      : [
          {
            name,
            schema: held,
            isRequired: schema?.required?.includes(name) === true,
            answered: (examples?.valid ?? []).flatMap((one) => {
              const value = (one as Record<string, unknown>)[name];
              return value === undefined ? [] : [value];
            }),
          },
        ],
  );
}

/** Fields in which people type, shown by a form. */
export function textsOf(screen: EditedScreen): Field[] {
  return fieldsOf(screen).filter(
    ({ schema, name }) =>
      schema.type === 'string' &&
      optionsOf(schema).length === 0 &&
      hintsOf(screen.document, name)['ui:field'] === undefined,
  );
}

export function optionsOf(schema: Schema): { const: unknown; title?: string }[] {
  const list = schema.oneOf ?? schema.anyOf;
  return isChoiceOfValues(list) ? list : [];
}

export function longest({ answered }: Field): number {
  return Math.max(0, ...answered.map((value) => (typeof value === 'string' ? [...value].length : 0)));
}

export function hintsOf({ ui = {} }: Draft, name: string): Record<string, unknown> {
  const hints = ui[name];
  return isSchema(hints) ? hints : {};
}

/** The field in a copy of the document. */
export function own(copy: Draft, name: string): Record<string, unknown> {
  const { properties = {} } = copy.schema ?? {};
  return properties[name] as Record<string, unknown>;
}

/** Removes a field from every part of the document. */
export function takeOut(copy: Draft, name: string): void {
  const { schema, ui, sections, examples } = copy;
  if (schema === undefined) return;
  delete schema.properties?.[name];
  schema.required = schema.required?.filter((one) => one !== name) ?? [];
  if (ui !== undefined) {
    delete ui[name];
    if (Array.isArray(ui['ui:order'])) ui['ui:order'] = ui['ui:order'].filter((one) => one !== name);
  }
  for (const section of sections ?? []) section.fields = section.fields.filter((one) => one !== name);
  for (const part of [copy.messages, copy.help])
    for (const pointer of Object.keys(part ?? {}))
      if (pointer === `/${name}` || pointer.startsWith(`/${name}/`)) delete part?.[pointer];
  for (const one of examples?.valid ?? []) delete (one as Record<string, unknown>)[name];
  // What the field alone made wrong is right without it.
  if (examples !== undefined) examples.invalid = [];
}

/** Renames a field wherever the text names it. */
export function renamed(copy: Draft, name: string, next: string): string {
  const text = JSON.stringify(copy, undefined, 2);
  return text
    .replaceAll(`"${name}"`, `"${next}"`)
    .replaceAll(`"/${name}"`, `"/${next}"`)
    .replaceAll(`"/${name}/`, `"/${next}/`);
}
