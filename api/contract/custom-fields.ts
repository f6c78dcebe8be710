import { Type, type Static } from 'typebox';
import { Nullable, Text } from './shapes.ts';

export const mostCustomFields = 50;
/** Bytes of an entity's custom fields, as JSON. */
export const mostCustomBytes = 16 * 1024;
/** On the schema of the custom fields of a flow's entity: what the OpenAPI document needs to name each of them. */
export const customFieldsMark = 'x-custom-fields';
export interface CustomFieldsMark {
  /** Whose screens ask them. */
  flow: string;
  /** In a request. */
  nullable: boolean;
}

const Scalar = Type.Union([Text(mostCustomBytes), Type.Number(), Type.Boolean()]);
const Value = Type.Union([Scalar, Type.Array(Scalar, { maxItems: 500 })]);
const optionsOf = (mark: CustomFieldsMark) => ({ maxProperties: mostCustomFields, [customFieldsMark]: mark });

/** What a screen asks and no column holds, by the name of the field. */
export const CustomFields = (flow: string) =>
  Type.Record(Type.String(), Value, {
    ...optionsOf({ flow, nullable: false }),
    description: 'Fields that the screens ask beyond those of the product, by name.',
  });
export type CustomFields = Static<ReturnType<typeof CustomFields>>;

/** The same in a request. */
export const CustomInput = (flow: string) =>
  Type.Record(Type.String(), Nullable(Value), {
    ...optionsOf({ flow, nullable: true }),
    description: 'null removes a value; a field that is left out stays as it is stored.',
  });
export type CustomInput = Static<ReturnType<typeof CustomInput>>;
