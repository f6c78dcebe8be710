import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import orderProperties from '@rjsf/utils/lib/orderProperties.js';
import { fieldOptions } from './field-options.ts';

/** The properties of an object in the order of `ui:order`; those that it does not name come last. */
export function orderedNames(schema: RJSFSchema, uiSchema: UiSchema | undefined): string[] {
  const names = Object.keys(schema.properties ?? {});
  const order = (uiSchema?.['ui:order'] as string[] | undefined) ?? ['*'];
  return orderProperties(names, order.includes('*') ? order : [...order, '*']);
}

export function isHidden(uiSchema: unknown): boolean {
  return fieldOptions(uiSchema as UiSchema | undefined).widget === 'hidden';
}
