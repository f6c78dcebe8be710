import { MultiSelect, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScreenDocument } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import {
  conditionOf,
  decidingFields,
  isConditionChangeable,
  saidTests,
  withCondition,
  type Condition,
} from './document-conditions.ts';
import type { DocumentField, FieldAt, Option } from './document-fields.ts';
import { sayTests } from './say-tests.ts';
import styles from './screen-editor.module.css';

interface Props {
  document: ScreenDocument;
  /** The same to read conditions from. */
  read: ScreenDocument;
  field: DocumentField;
  onChange: (document: ScreenDocument, field?: FieldAt) => void;
}

/** When the field is asked: always, or only while another field has one of some values. */
export function FieldCondition({ document, read, field, onChange }: Props): ReactNode {
  const t = useWords();
  const condition = conditionOf(read, field);
  const isOther = field.tests.length > 0 && condition === undefined;
  if (isOther || !isConditionChangeable(document, field))
    return (
      <div className={styles.part}>
        <span className={styles.label}>{t('studio.editor.condition')}</span>
        <p className={styles.quiet}>
          {field.tests.length === 0
            ? t('studio.editor.conditionAlways')
            : t('studio.editor.onlyWhen', { tests: sayTests(t, saidTests(read, field.tests)) })}
          . {t('studio.editor.conditionText')}
        </p>
      </div>
    );
  const deciding = decidingFields(read, field);
  const become = (next: Condition | undefined): void => {
    const changed = withCondition(document, field, next);
    onChange(changed.document, changed.field);
  };
  const by = deciding.find(({ name }) => name === condition?.field);
  const offered = (one: DocumentField): Option[] =>
    one.kind === 'yesNo'
      ? [true, false].map((value) => ({ value, title: t(value ? 'studio.editor.on' : 'studio.editor.off') }))
      : one.options;
  return (
    <div className={styles.bounds}>
      <Select
        size="sm"
        label={t('studio.editor.condition')}
        description={deciding.length === 0 ? t('studio.editor.conditionNone') : undefined}
        allowDeselect={false}
        data={[
          { value: '', label: t('studio.editor.conditionAlways') },
          ...deciding.map(({ name, title }) => ({
            value: name,
            label: t('studio.editor.onlyWhen', { tests: `${title} …` }),
          })),
        ]}
        value={condition?.field ?? ''}
        onChange={(name) => {
          const chosen = deciding.find((one) => one.name === name);
          const first = chosen && offered(chosen)[0];
          become(chosen && first && { field: chosen.name, values: [first.value] });
        }}
      />
      {by === undefined || condition === undefined ? null : (
        <MultiSelect
          size="sm"
          label={t('studio.editor.conditionValues', { field: by.title })}
          data={valuesOf(condition, offered(by)).map(({ value, title }) => ({
            value: JSON.stringify(value),
            label: title,
          }))}
          value={condition.values.map((value) => JSON.stringify(value))}
          onChange={(values) => {
            // A condition without a value never holds.
            if (values.length > 0)
              become({ ...condition, values: values.map((value) => JSON.parse(value) as Option['value']) });
          }}
        />
      )}
    </div>
  );
}

/** The options, and values of the condition that no option has any more. */
function valuesOf({ values }: Condition, options: readonly Option[]): Option[] {
  const gone = values.filter((value) => !options.some((option) => option.value === value));
  return [...options, ...gone.map((value) => ({ value, title: String(value) }))];
}
