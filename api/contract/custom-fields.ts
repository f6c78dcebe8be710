import { Type, type Static, type TSchema } from 'typebox';
import { Nullable, Page, Text } from './shapes.ts';

export const mostCustomFields = 50;
/** Maximum bytes of an entity's custom fields as JSON. */
export const mostCustomBytes = 16 * 1024;
/** Schema keyword on an entity's custom fields, from which the OpenAPI document derives the schema of each field. */
export const customFieldsMark = 'x-custom-fields';
export interface CustomFieldsMark {
  /** The flow whose screens define the fields. */
  flow: string;
  /** Requests accept null, which removes a field. */
  nullable: boolean;
}

const Scalar = Type.Union([Text(mostCustomBytes), Type.Number(), Type.Boolean()]);
const Value = Type.Union([Scalar, Type.Array(Scalar, { maxItems: 500 })]);
const optionsOf = (mark: CustomFieldsMark) => ({ maxProperties: mostCustomFields, [customFieldsMark]: mark });

/** Screen fields without a column of their own, by name. */
export const CustomFields = (flow: string) =>
  Type.Record(Type.String(), Value, {
    ...optionsOf({ flow, nullable: false }),
    description: 'Fields that the screens ask beyond those of the product, by name.',
  });
export type CustomFields = Static<ReturnType<typeof CustomFields>>;

/** `CustomFields` for requests. */
export const CustomInput = (flow: string) =>
  Type.Record(Type.String(), Nullable(Value), {
    ...optionsOf({ flow, nullable: true }),
    description: 'null removes a value; a field that is left out stays as it is stored.',
  });
export type CustomInput = Static<ReturnType<typeof CustomInput>>;

/** What a list is narrowed to: custom fields and values in the form of a URL's query, `costCentre=4711&tier=gold`. */
export const CustomFilter = Type.Optional(Text(2000));

/** `SortQuery` of a list with custom fields: also by `custom.costCentre`, descending with a `-` prefix. */
export const CustomSortQuery = <const Name extends string>(...names: readonly Name[]) => {
  type Column = Name | `custom.${string}`;
  return {
    sort: Type.Optional(
      Type.Unsafe<Column | `-${Column}`>(
        Type.Union([
          ...names.flatMap((name) => [Type.Literal(name), Type.Literal(`-${name}`)]),
          Type.String({ pattern: '^-?custom\\.', maxLength: 200 }),
        ]),
      ),
    ),
  };
};

/** A page of a list with custom fields. `customFields`: those that the screens of every organization ask, in their order; absent without any. */
export const CustomPage = <T extends TSchema>(item: T) =>
  Type.Object({ ...Page(item).properties, customFields: Type.Optional(Type.Array(Type.String())) });
