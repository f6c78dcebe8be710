import type { FieldProps } from '@rjsf/utils';
import getUiOptions from '@rjsf/utils/lib/getUiOptions.js';
import { useCallback, type ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { pointerOf, withoutIndexes } from '#engine/document/pointer.ts';
import { Caption, FieldErrorLine } from '../form/field-frame.tsx';
import { useForm, useFormState, useValue } from '../form/form-context.tsx';
import { FetchedRows, FetchedRowsOfOptions } from './fetched-rows.ts';
import { useRunOf } from './rows-source.tsx';
import type { RowsAnswer } from '#engine/rows/selection.ts';
import styles from './rows.module.css';

/** A field of a form that shows server-owned rows; which of them are selected, and how they are changed, is the answer. */
export function ServerRowsField({ schema, uiSchema, fieldPathId, required = false, name }: FieldProps): ReactNode {
  const pointer = pointerOf(fieldPathId.path);
  const rows = getUiOptions(uiSchema ?? {}) as unknown as RowsDocument;
  const { store } = useForm();
  const { locked, busy } = useFormState();
  const answer = useValue(pointer) as RowsAnswer | undefined;
  const run = useRunOf(rows.job);
  const label = schema.title ?? name;
  const Rows = rows.options ? FetchedRowsOfOptions : FetchedRows;
  const change = useCallback((next: RowsAnswer) => store.change(pointer, next), [store, pointer]);
  return (
    <div className={styles.field} data-pointer={pointer}>
      <Caption pointer={pointer} label={label} required={required} group />
      {/* Above the rows, which may reach beyond what is in sight. */}
      <FieldErrorLine pointer={pointer} />
      {run !== undefined && (
        <Rows
          key={run}
          label={label}
          rows={rows}
          run={run}
          active={false}
          {...(answer && { answer })}
          onAnswer={change}
          readOnly={busy || locked.includes(withoutIndexes(pointer))}
        />
      )}
    </div>
  );
}
