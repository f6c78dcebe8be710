import { createHash } from 'node:crypto';
import type { Ajv } from 'ajv';
import type { ScreenDocument } from '../document/document.ts';
import { dereferenced, fieldOrder, secretsOf, type Schema } from '../document/schema.ts';
import type { ScreenParts } from './compiled-screen.ts';
import { withDefaults } from './defaults.ts';
import { validationSchema } from './validation-schema.ts';

export type PreparedScreen = Omit<ScreenParts, 'root' | 'validators'> & { schema: Schema | undefined };

/** What a compiled screen knows beside its validators; `ajv` answers which defaults a condition lets in. Throws when the schema refers to what it does not hold. */
export function prepare(ajv: Ajv, flow: string, id: string, given: ScreenDocument): PreparedScreen {
  const schema = given.schema === undefined ? undefined : dereferenced(given.schema);
  const { $schema: _, ...written } = given;
  const said = { ...written, ...undrawn(written) };
  const document: ScreenDocument = schema === undefined ? said : { ...said, schema };
  return {
    flow,
    id,
    version: versionOf(said),
    document,
    order: fieldOrder(document),
    defaults: withDefaults(schema, {}, (condition, data) => ajv.compile(validationSchema(condition))(data) === true),
    secrets: secretsOf(schema),
    schema,
  };
}

/** Twelve hexadecimal digits that change with what the document says, not with how its text is laid out or translated. */
function versionOf(document: ScreenDocument): string {
  const { translations: _, ...said } = document;
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 12);
}

/** What a flow was given is in the data of the form, and no field of it is drawn. */
function undrawn({ given, ui }: ScreenDocument): Pick<ScreenDocument, 'ui'> {
  if (given === undefined) return {};
  return { ui: { ...ui, ...Object.fromEntries(given.map((name) => [name, { 'ui:widget': 'hidden' }])) } };
}
