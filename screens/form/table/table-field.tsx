import { Button } from '@mantine/core';
import type { FieldProps, UiSchema } from '@rjsf/utils';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { pointerOf, segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { useScreenWords } from '../../words.tsx';
import type { FormStore } from '../form-store.ts';
import { Caption, FieldErrorLine } from '../field-frame.tsx';
import { fieldId, useForm, useFormState } from '../form-context.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { newItem } from './item-store.ts';
import { useRowFlows } from './row-flow.tsx';
import { tableOptions, titleOf } from './table-options.ts';
import { TableRow } from './table-row.tsx';
import styles from './table.module.css';

/**
 * A list of things as a table: rows are edited in place when they are short, in a dialog when they are not, and by a flow
 * of their own where the document names one.
 */
export function TableField(props: FieldProps & { variant?: 'pairs' }): ReactNode {
  const { schema, uiSchema, fieldPathId, required = false, registry, variant, name } = props;
  const words = useScreenWords();
  const { store, idPrefix, mode } = useForm();
  const { locked, busy } = useFormState();
  const pointer = pointerOf(fieldPathId.path);
  const body = useRef<HTMLDivElement>(null);
  const rowFlows = useRowFlows();
  const [editing, setEditing] = useState<{ index: number; isNew: boolean } | undefined>(() => {
    const kept = rowFlows?.held;
    if (kept?.screen !== store.screen.id || kept.pointer !== pointer) return undefined;
    return { index: kept.index, isNew: kept.mode === 'NEW' };
  });
  const item = schema.items as Schema | undefined;
  if (!isSchema(item) || !item.properties) {
    throw new Error(
      `field ${pointer} of "${store.screen.id}" is a list of things without fields; a table cannot show it`,
    );
  }
  const options = useMemo(() => tableOptions(schema as Schema, item, uiSchema), [schema, item, uiSchema]);
  const itemUi = useMemo(() => (uiSchema?.['items'] ?? {}) as UiSchema, [uiSchema]);
  const { edit, minimumRows, maximumRows } = options;
  // A flag of the screen stands as long as the form does.
  const columns = useMemo(
    () => options.columns.filter(({ when }) => when === undefined || store.valueAt(when) === true),
    [options, store],
  );
  const held = useRowCount(pointer);
  // In place there is always a row to fill in where one is wanted.
  const count = edit === 'inline' ? Math.max(held, minimumRows) : held;
  const readOnly = busy || locked.includes(withoutIndexes(pointer));
  const id = fieldId(idPrefix, pointer);

  const focusIn = useCallback((selector: string) => {
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(selector)?.focus());
  }, []);
  const add = () => {
    if (edit !== 'inline') {
      setEditing({ index: count, isNew: true });
      return;
    }
    const rows = (store.valueAt(pointer) as unknown[] | undefined) ?? [];
    // Rows that stand there to be filled in are rows from now on.
    const blank = Array.from({ length: count - rows.length }, () => ({}));
    store.change(pointer, [...rows, ...blank, newItem(store.screen, item)]);
    focusIn(`[data-row="${count}"] :is(input, textarea, button)`);
  };
  const remove = useCallback(
    (index: number) => {
      store.removeItem(pointer, index);
      focusIn('[data-add]');
    },
    [store, pointer, focusIn],
  );
  // The dialog goes at once with what it holds, so nothing in it leads back to where it was opened.
  const close = () => {
    setEditing(undefined);
    focusIn(editing?.isNew === false ? `[data-row="${editing.index}"] button` : '[data-add]');
  };
  const openRow = useCallback((index: number) => setEditing({ index, isNew: false }), []);

  return (
    <div ref={body} className={styles.field} data-pointer={pointer} data-variant={variant}>
      <Caption pointer={pointer} label={schema.title ?? name} required={required && minimumRows > 0} group />
      {schema.description && <p className={styles.description}>{schema.description}</p>}
      {count === 0 ? (
        <p className={styles.empty}>{options.emptyText}</p>
      ) : (
        <table className={styles.table} aria-labelledby={`${id}-label`} data-edit={edit === 'inline' ? edit : 'modal'}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.field ?? column.title} scope="col">
                  {titleOf(column, item)}
                  {edit === 'inline' && item.required?.includes(column.field ?? '') && (
                    <span className={styles.required} aria-hidden>
                      {' *'}
                    </span>
                  )}
                </th>
              ))}
              <th className={styles.actions} scope="col">
                <span className={styles.unseen}>{words.rowActions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, index) => (
              <TableRow
                key={index}
                list={pointer}
                index={index}
                item={item}
                itemUi={itemUi}
                columns={columns}
                edit={edit}
                readOnly={readOnly}
                canRemove={count > minimumRows && !readOnly}
                registry={registry}
                onEdit={openRow}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
      )}
      <FieldErrorLine pointer={pointer} />
      {count < maximumRows && !readOnly && (
        <Button
          variant="default"
          className={styles.add}
          data-add
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={add}
        >
          {options.addLabel ?? words.add}
        </Button>
      )}
      {editing && rowFlows && typeof edit === 'object' && (
        <rowFlows.Flow
          place={{ screen: store.screen.id, pointer, index: editing.index }}
          flow={edit.flow}
          mode={editing.isNew ? 'NEW' : 'EDIT'}
          given={givenTo(store, pointer, editing.index)}
          onEnded={(row) => {
            if (row) keepRow(store, pointer, editing.index, row, Object.keys(item.properties ?? {}));
            close();
          }}
        />
      )}
      {editing && edit === 'modal' && (
        <ItemDialog
          pointer={pointer}
          index={editing.index}
          title={options.itemTitle?.[editing.isNew ? 'NEW' : 'EDIT'] ?? schema.title ?? name}
          item={item}
          ui={itemUi}
          isNew={editing.isNew}
          mode={mode}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The row, and around it the other answers of the form. */
function givenTo(store: FormStore, list: Pointer, index: number): Answers {
  const row = store.valueAt(pointerOf([...segmentsOf(list), index])) as Answers | undefined;
  const around = Object.entries(store.data).filter(([, value]) => typeof value !== 'object');
  return { ...Object.fromEntries(around), ...row };
}

/** What the flow answered, in the place of the row; what the list alone knows of it (an id) stays. */
function keepRow(store: FormStore, list: Pointer, index: number, row: Answers, own: readonly string[]): void {
  const rows = (store.valueAt(list) as Answers[] | undefined) ?? [];
  const held = Object.entries(rows[index] ?? {}).filter(([name]) => own.includes(name));
  store.change(list, rows.toSpliced(index, 1, { ...row, ...Object.fromEntries(held) }));
}

/** How many rows there are; the same number renders nothing. */
function useRowCount(pointer: Pointer): number {
  const { store } = useForm();
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.onValue(pointer, listener), [store, pointer]),
    () => {
      const rows = store.valueAt(pointer);
      return Array.isArray(rows) ? rows.length : 0;
    },
  );
}
