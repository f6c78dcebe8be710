import type { FieldProps, RJSFSchema, UiSchema } from '@rjsf/utils';
import toFieldPathId from '@rjsf/utils/lib/toFieldPathId.js';
import { memo, useMemo, type ReactNode } from 'react';
import { pointerOf } from '#engine/document/pointer.ts';
import { useForm } from './form-context.tsx';
import { isHidden, orderedNames } from './ordered-names.ts';
import { SpecialPlace } from './special-place.tsx';
import styles from './form.module.css';

/** The fields of an object in the order that the document says; those of the whole form in its sections. */
export function ObjectField(props: FieldProps): ReactNode {
  const { schema, uiSchema, fieldPathId } = props;
  const { store } = useForm();
  const names = orderedNames(schema, uiSchema);
  const whole = fieldPathId.path.length === 0;
  const sections = whole ? (store.screen.document.sections ?? []) : [];
  const inSections = new Set(sections.flatMap((section) => section.fields));
  const first = names.filter((name) => !inSections.has(name));
  if (!whole) {
    return (
      <fieldset className={styles.group} data-pointer={pointerOf(fieldPathId.path)}>
        {schema.title && <legend className={styles.label}>{schema.title}</legend>}
        <Fields names={names} {...props} />
      </fieldset>
    );
  }
  return (
    <>
      {first.some((name) => !isHidden(uiSchema?.[name])) && (
        <div className={styles.section}>
          <Fields names={first} {...props} />
        </div>
      )}
      {sections.map(({ title, description, fields, special }) => {
        const shown = fields.filter((name) => names.includes(name) && !isHidden(uiSchema?.[name]));
        const kept = fields.filter((name) => names.includes(name));
        if (shown.length === 0) return null;
        return (
          <section key={title} className={styles.section} aria-label={title}>
            <h2 className={styles.sectionTitle}>{title}</h2>
            {description && <p className={styles.sectionDescription}>{description}</p>}
            <Fields names={kept} {...props} />
            {special && <SpecialPlace />}
          </section>
        );
      })}
    </>
  );
}

function Fields({
  names,
  schema,
  uiSchema,
  fieldPathId,
  formData,
  registry,
}: FieldProps & { names: readonly string[] }): ReactNode {
  return (
    <div className={styles.grid}>
      {names.map((name) => (
        <Property
          key={name}
          name={name}
          schema={schema.properties?.[name] as RJSFSchema}
          uiSchema={uiSchema?.[name] as UiSchema | undefined}
          parent={fieldPathId}
          required={schema.required?.includes(name) ?? false}
          // A field with one value finds it in the store; only what has fields of its own is told what they depend on.
          formData={
            isComposite(schema.properties?.[name])
              ? (formData as Record<string, unknown> | undefined)?.[name]
              : undefined
          }
          registry={registry}
        />
      ))}
    </div>
  );
}

interface PropertyProps extends Pick<FieldProps, 'registry' | 'formData'> {
  name: string;
  schema: RJSFSchema;
  uiSchema: UiSchema | undefined;
  parent: FieldProps['fieldPathId'];
  required: boolean;
}

export const Property = memo(function Property({
  name,
  schema,
  uiSchema,
  parent,
  required,
  formData,
  registry,
}: PropertyProps): ReactNode {
  const { SchemaField } = registry.fields;
  const parentPath = parent.path;
  const fieldPathId = useMemo(
    () => toFieldPathId(name, registry.globalFormOptions, parentPath),
    [name, registry, parentPath],
  );
  if (!SchemaField) throw new Error('the registry has no SchemaField');
  return (
    <SchemaField
      name={name}
      schema={schema}
      uiSchema={uiSchema ?? NOTHING_SAID}
      fieldPathId={fieldPathId}
      required={required}
      formData={formData}
      registry={registry}
      onChange={heldByStore}
      onBlur={heldByStore}
      onFocus={heldByStore}
    />
  );
});

const NOTHING_SAID: UiSchema = {};

// Changes go to the store, not up through rjsf.
function heldByStore(): void {}

function isComposite(schema: unknown): boolean {
  return (schema as RJSFSchema | undefined)?.type === 'object';
}
