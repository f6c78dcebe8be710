import { Button } from '@mantine/core';
import type { FieldProps, UiSchema } from '@rjsf/utils';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { pointerOf, withoutIndexes } from '#engine/document/pointer.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { useScreenWords } from '../../words.tsx';
import { Caption, FieldErrorLine } from '../field-frame.tsx';
import { fieldId, useForm, useFormState } from '../form-context.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { newItem } from './item-store.ts';
import { tableOptions, titleOf } from './table-options.ts';
import { TableRow } from './table-row.tsx';
import styles from './table.module.css';

/** A list of things as a table: rows are edited in place when they are short, in a dialog when they are not. */
export function TableField(props: FieldProps & { variant?: 'pairs' }): ReactNode {
  const { schema, uiSchema, fieldPathId, required = false, registry, variant, name } = props;
  const words = useScreenWords();
  const { store, idPrefix, mode } = useForm();
  const { locked, busy } = useFormState();
  const pointer = pointerOf(fieldPathId.path);
  const body = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<{ index: number; isNew: boolean }>();
  const item = schema.items as Schema | undefined;
  if (!isSchema(item) || !item.properties) {
    throw new Error(
      `field ${pointer} of "${store.screen.id}" is a list of things without fields; a table cannot show it`,
    );
  }
  const options = useMemo(() => tableOptions(schema as Schema, item, uiSchema), [schema, item, uiSchema]);
  const itemUi = useMemo(() => (uiSchema?.['items'] ?? {}) as UiSchema, [uiSchema]);
  const { columns, edit, minimumRows, maximumRows } = options;
  const held = useRowCount(pointer);
  // In place there is always a row to fill in where one is wanted.
  const count = edit === 'inline' ? Math.max(held, minimumRows) : held;
  const readOnly = busy || locked.includes(withoutIndexes(pointer));
  const id = fieldId(idPrefix, pointer);

  const focusIn = useCallback((selector: string) => {
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(selector)?.focus());
  }, []);
  const add = () => {
    if (edit === 'modal') {
      setEditing({ index: count, isNew: true });
      return;
    }
    const rows = (store.valueAt(pointer) as unknown[] | undefined) ?? Array.from({ length: count }, () => ({}));
    store.change(pointer, [...rows, newItem(store.screen, item)]);
    focusIn(`[data-row="${count}"] :is(input, textarea, button)`);
  };
  const remove = useCallback(
    (index: number) => {
      store.removeItem(pointer, index);
      focusIn('[data-add]');
    },
    [store, pointer, focusIn],
  );
  const openRow = useCallback((index: number) => setEditing({ index, isNew: false }), []);

  return (
    <div ref={body} className={styles.field} data-pointer={pointer} data-variant={variant}>
      <Caption pointer={pointer} label={schema.title ?? name} required={required && minimumRows > 0} group />
      {schema.description && <p className={styles.description}>{schema.description}</p>}
      {count === 0 ? (
        <p className={styles.empty}>{options.emptyText}</p>
      ) : (
        <table className={styles.table} aria-labelledby={`${id}-label`} data-edit={edit}>
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
      {editing && (
        <ItemDialog
          pointer={pointer}
          index={editing.index}
          title={options.itemTitle?.[editing.isNew ? 'NEW' : 'EDIT'] ?? schema.title ?? name}
          item={item}
          ui={itemUi}
          isNew={editing.isNew}
          mode={mode}
          onClose={() => setEditing(undefined)}
        />
      )}
    </div>
  );
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
