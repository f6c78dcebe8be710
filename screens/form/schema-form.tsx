import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import type { FieldProps, GenericObjectType, Registry, RJSFSchema, TemplatesType, UiSchema } from '@rjsf/utils';
import englishStringTranslator from '@rjsf/utils/lib/englishStringTranslator.js';
import { memo, useCallback, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Schema } from '#engine/document/schema.ts';
import { FieldFrame } from './field-frame.tsx';
import { fieldOptions } from './field-options.ts';
import { FormProvider, useForm, type FormProps } from './form-context.tsx';
import type { FormStore } from './form-store.ts';
import { LeafField } from './leaf-field.tsx';
import { ObjectField } from './object-field.tsx';
import { KeyValues, ServerRows, Table } from './table/fetched-tables.ts';
import { Presets } from './fetched-presets.ts';
import { isLeaf } from './widgets.ts';
import { schemaUtils } from './schema-utils.ts';

const list = (props: FieldProps) =>
  isLeaf(props.schema as Schema, fieldOptions(props.uiSchema)) ? <LeafField {...props} /> : <Table {...props} />;
const fields = {
  SchemaField,
  ObjectField,
  StringField: LeafField,
  NumberField: LeafField,
  BooleanField: LeafField,
  ArrayField: list,
  table: Table,
  'key-values': KeyValues,
  'server-rows': ServerRows,
};
const nothing = () => null;
// The field frame says all of it; rjsf asks for these by name.
const templates = {
  FieldTemplate: FieldFrame,
  DescriptionFieldTemplate: nothing,
  FieldHelpTemplate: nothing,
  FieldErrorTemplate: nothing,
} as unknown as TemplatesType;

const globalFormOptions = {
  idPrefix: 'root',
  idSeparator: '_',
  useFallbackUiForUnsupportedType: false,
  experimental_componentUpdateStrategy: 'shallow' as const,
};

/**
 * A form out of a screen document. Its parts are rjsf's `SchemaField` and condition resolver with fields of our own;
 * rjsf's `Form` is left out, since it keeps all answers in its state and walks the schema at every keystroke.
 */
export const SchemaForm = memo(function SchemaForm({ store, mode, idPrefix }: FormProps): ReactNode {
  const environment = useMemo(() => ({ store, mode, idPrefix, Form: SchemaForm }), [store, mode, idPrefix]);
  return (
    <FormProvider value={environment}>
      {store.screen.document.presets && <Presets presets={store.screen.document.presets} />}
      <Root />
    </FormProvider>
  );
});

const rootPath = { $id: 'root', path: [] };

function Root(): ReactNode {
  const { store } = useForm();
  const registry = useRegistry(store);
  const shape = useSyncExternalStore(
    useCallback((listener: () => void) => store.onShape(listener), [store]),
    () => store.shape,
  );
  return (
    <ObjectField
      name=""
      schema={shape.schema}
      uiSchema={(store.screen.document.ui ?? {}) as UiSchema}
      formData={shape.data}
      fieldPathId={rootPath}
      registry={registry}
      onChange={nothing}
      onBlur={nothing}
      onFocus={nothing}
    />
  );
}

export function useRegistry(store: FormStore): Registry {
  return useMemo(
    () => ({
      fields: fields as unknown as Registry['fields'],
      templates,
      widgets: {},
      formContext: {} as GenericObjectType,
      rootSchema: store.screen.document.schema as RJSFSchema,
      schemaUtils: schemaUtils(store),
      translateString: englishStringTranslator,
      globalFormOptions,
      uiSchemaDefinitions: {},
    }),
    [store],
  );
}
