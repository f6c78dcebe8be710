import type { ScreenDocument } from '#engine/document/document.ts';
import type { Schema } from '#engine/document/schema.ts';

/** Switches that control two conditional fields each. */
const SWITCHES = 15;
const CONDITIONAL_FIELDS = 30;

/** A form of `fields` plain fields, 15 of them switches, and 30 conditional ones that are all visible: the worst case. */
export function benchDocument(fields: number): ScreenDocument {
  const properties: Record<string, Schema> = {};
  for (let index = 0; index < SWITCHES; index += 1) {
    properties[`switch${index}`] = { type: 'boolean', title: `Switch ${index}`, default: true };
  }
  for (let index = 0; index < fields - SWITCHES; index += 1) properties[`plain${index}`] = plainField(index);
  const allOf = Array.from({ length: CONDITIONAL_FIELDS }, (_, index) => {
    const asked = `switch${index % SWITCHES}`;
    return {
      if: { required: [asked], properties: { [asked]: { const: true } } },
      then: {
        required: [`conditional${index}`],
        properties: {
          [`conditional${index}`]: { type: 'string', title: `Conditional ${index}`, minLength: 2, maxLength: 50 },
        },
      },
    } satisfies Schema;
  });
  return {
    title: 'Bench',
    schema: {
      type: 'object',
      required: ['plain0', 'plain1', 'plain2'],
      properties,
      allOf: allOf as unknown as Schema[],
    },
  };
}

function plainField(index: number): Schema {
  if (index % 8 === 3) return { type: 'integer', title: `Number ${index}`, minimum: 0, maximum: 1000 };
  if (index % 8 === 5) return { type: 'string', title: `Choice ${index}`, enum: ['one', 'two', 'three'] };
  return { type: 'string', title: `Text ${index}`, maxLength: 50 };
}

/** The text fields to type into, plain and conditional, from top to bottom of the form. */
export function typedFields(fields: number): string[] {
  const texts = Array.from({ length: fields - SWITCHES }, (_, index) => index).filter(
    (index) => plainField(index).maxLength,
  );
  const spread = [0, 0.25, 0.5, 0.75, 1].map((share) => texts[Math.round(share * (texts.length - 1))] ?? 0);
  return [...spread.map((index) => `Text ${index}`), ...[0, 7, 14, 22, 29].map((index) => `Conditional ${index}`)];
}
