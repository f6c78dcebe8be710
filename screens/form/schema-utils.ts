import type { SchemaUtilsType } from '@rjsf/utils';
import { isChoiceOfValues } from '#engine/document/schema.ts';
import type { FormStore } from './form-store.ts';

/**
 * What rjsf's `SchemaField` asks of its schema utilities, answered by the form's own structure. rjsf's full set would
 * bring code for defaults, merging and extra data that the engine has already done.
 */
export function schemaUtils(store: FormStore): SchemaUtilsType {
  const unused = (name: string) => () => {
    throw new Error(`rjsf asked for ${name}, which this form does not have`);
  };
  return {
    retrieveSchema: (schema, data) => store.structure.resolve(schema, data),
    // Alternatives of a single value only bound it; rjsf would draw a choice of alternatives in place of the widget.
    isSelect: (schema) =>
      typeof schema.type === 'string' && schema.type !== 'object' && schema.type !== 'array'
        ? true
        : isChoiceOfValues(schema.oneOf ?? schema.anyOf) || Array.isArray(schema.enum),
    getDisplayLabel: () => true,
    getRootSchema: () => store.shape.schema,
    getValidator: unused('getValidator'),
    doesSchemaUtilsDiffer: unused('doesSchemaUtilsDiffer'),
    findFieldInSchema: unused('findFieldInSchema'),
    findSelectedOptionInXxxOf: unused('findSelectedOptionInXxxOf'),
    getClosestMatchingOption: unused('getClosestMatchingOption'),
    getDefaultFormState: unused('getDefaultFormState'),
    getFirstMatchingOption: unused('getFirstMatchingOption'),
    getFromSchema: unused('getFromSchema'),
    isFilesArray: unused('isFilesArray'),
    isMultiSelect: unused('isMultiSelect'),
    omitExtraData: unused('omitExtraData'),
    sanitizeDataForNewSchema: unused('sanitizeDataForNewSchema'),
    toPathSchema: unused('toPathSchema'),
  };
}
