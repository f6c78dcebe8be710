import { Type, type Static } from 'typebox';
import { Text } from './shapes.ts';

export const mostCustomFields = 50;
/** Bytes of an entity's custom fields, as JSON. */
export const mostCustomBytes = 16 * 1024;
/** Marks the custom fields of a flow's entity; its value names the flow whose screens ask them. */
export const customFieldsMark = 'x-custom-fields';

const Scalar = Type.Union([Text(mostCustomBytes), Type.Number(), Type.Boolean()]);

/** What a screen asks and no column holds, by the name of the field. In a request `null` removes one, and one left out stays. */
export const CustomFields = (flow: string) =>
  Type.Record(Type.String(), Type.Union([Scalar, Type.Null(), Type.Array(Scalar, { maxItems: 500 })]), {
    maxProperties: mostCustomFields,
    [customFieldsMark]: flow,
  });
export type CustomFields = Static<ReturnType<typeof CustomFields>>;
