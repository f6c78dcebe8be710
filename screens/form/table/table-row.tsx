import { ActionIcon } from '@mantine/core';
import type { FieldProps, RJSFSchema, UiSchema } from '@rjsf/utils';
import toFieldPathId from '@rjsf/utils/lib/toFieldPathId.js';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useMemo, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { pointerOf, segmentsOf } from '#engine/document/pointer.ts';
import type { Schema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { fillTemplate, propertyOf, wordsOf } from '#engine/flow/summary.ts';
import { OptionNames } from '../../options/option-names.tsx';
import { fill, useScreenWords } from '../../words.tsx';
import { fieldOptions } from '../field-options.ts';
import { useValue } from '../form-context.tsx';
import { Property } from '../object-field.tsx';
import { RowErrors } from './row-errors.tsx';
import { titleOf, type Column, type TableOptions } from './table-options.ts';
import styles from './table.module.css';

interface Props {
  list: Pointer;
  index: number;
  item: Schema;
  itemUi: UiSchema;
  columns: readonly Column[];
  edit: TableOptions['edit'];
  readOnly: boolean;
  canRemove: boolean;
  registry: FieldProps['registry'];
  onEdit(index: number): void;
  onRemove(index: number): void;
}

/** A row listens to its own values: typing in one renders no other. */
export const TableRow = memo(function TableRow(props: Props): ReactNode {
  const { list, index, item, itemUi, columns, edit, readOnly, canRemove, registry, onEdit, onRemove } = props;
  const words = useScreenWords();
  const pointer = `${list}/${index}`;
  const row = (useValue(pointer) ?? {}) as Answers;
  const path = useMemo(
    () => toFieldPathId(index, registry.globalFormOptions, [...segmentsOf(list)]),
    [index, registry, list],
  );
  const name = rowName(row, columns) ?? fill(words.row, { number: index + 1 });
  return (
    <tr
      data-row={index}
      data-pointer={pointer}
      data-opens={edit !== 'inline' && !readOnly ? true : undefined}
      // The pencil does the same for who has no pointer (F08-35).
      onClick={(event) => {
        const control = (event.target as Element).closest('button, input, label, a');
        if (edit !== 'inline' && !readOnly && control === null) onEdit(index);
      }}
    >
      {columns.map((column, place) => (
        <td key={column.field ?? column.title} data-title={titleOf(column, item)}>
          {isEditable(column, edit) ? (
            <Property
              name={column.field}
              schema={propertyOf(item, pointerOf([column.field])) as RJSFSchema}
              uiSchema={itemUi[column.field] as UiSchema | undefined}
              parent={path}
              required={item.required?.includes(column.field) ?? false}
              formData={undefined}
              registry={registry}
            />
          ) : (
            <Told column={column} row={row} item={item} ui={itemUi} />
          )}
          {place === 0 && <RowErrors pointer={pointer} within={edit !== 'inline'} />}
        </td>
      ))}
      <td className={styles.actions}>
        {edit !== 'inline' && (
          <ActionIcon aria-label={fill(words.editRow, { row: name })} disabled={readOnly} onClick={() => onEdit(index)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
        {canRemove && (
          <ActionIcon aria-label={fill(words.removeRow, { row: name })} onClick={() => onRemove(index)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
});

function isEditable(column: Column, edit: TableOptions['edit']): column is Column & { field: string } {
  return column.field !== undefined && column.template === undefined && (edit === 'inline' || column.inline === true);
}

interface Cell {
  column: Column;
  row: Answers;
  item: Schema;
  ui: UiSchema;
}

function Told(cell: Cell): ReactNode {
  const field = cell.column.field ?? '';
  const value: unknown = cell.row[field];
  const { source } = fieldOptions(cell.ui[field] as UiSchema | undefined);
  return source && Array.isArray(value) ? <OptionNames source={source} values={value} /> : cellText(cell);
}

function cellText({ column, row, item, ui }: Cell): string {
  if (column.template) return fillTemplate(column.template, row, item);
  const field = column.field ?? '';
  const value = row[field];
  const property = propertyOf(item, pointerOf([field]));
  if (value === undefined || value === null || value === column.hideWhen || !property) return '';
  return property.writeOnly ? '••••••••' : wordsOf(value, property, (ui[field] ?? {}) as Record<string, unknown>);
}

/** What a row is called in the names of its buttons: its first text. */
function rowName(row: Answers, columns: readonly Column[]): string | undefined {
  return columns
    .map(({ field }) => row[field ?? ''])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');
}
