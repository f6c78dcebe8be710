import { createContext } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { pointerOf } from '#engine/document/pointer.ts';
import { isSchema } from '#engine/document/schema.ts';
import { propertyOf } from '#engine/flow/summary.ts';

/**
 * The document to read conditions from: a choice that takes options from parts of other documents has those that its compiled
 * screen shows. It is never written back.
 */
export function withKnownChoices(document: ScreenDocument, compiled: ScreenDocument | undefined): ScreenDocument {
  const { schema } = document;
  const taken = Object.entries(schema?.properties ?? {}).filter(
    ([, field]) => isSchema(field) && (field.oneOf ?? []).some((one) => isSchema(one) && '$ref' in one),
  );
  if (schema === undefined || compiled === undefined || taken.length === 0) return document;
  const known = taken.map(([name, field]) => {
    const { oneOf } = propertyOf(compiled.schema, pointerOf([name])) ?? {};
    return [name, { ...(field as object), ...(oneOf && { oneOf }) }] as const;
  });
  return { ...document, schema: { ...schema, properties: { ...schema.properties, ...Object.fromEntries(known) } } };
}

/** The screen that is edited, as the server compiled it last; undefined before that. */
export const CompiledScreen = createContext<ScreenDocument | undefined>(undefined);
