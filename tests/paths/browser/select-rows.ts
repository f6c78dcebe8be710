// Brings the answer of a table of found rows into the page: which rows are selected, and how they are changed.
import type { Locator } from 'playwright-core';
import type { RowsDocument } from '#engine/document/document.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { nothingSelected, type RowsAnswer, type RowsChange, type Selection } from '#engine/rows/selection.ts';
import { englishWords as words, fill } from '#screens/words.tsx';
import { englishRowsWords as rowsWords } from '#screens/rows/rows-words.ts';
import type { Form } from './form.ts';

/** What a person knows of the table. */
interface Table {
  form: Form;
  field: Locator;
  rows: RowsDocument;
  /** What stands in a row that only it has. */
  called(key: string): string;
}

/** `answer`: undefined where nothing is answered. */
export async function selectRows(
  form: Form,
  field: Locator,
  answer: RowsAnswer | undefined,
  ui: unknown,
): Promise<void> {
  const rows = (ui as { 'ui:options': RowsDocument })['ui:options'];
  const pointer = (await field.getAttribute('data-pointer')) ?? '';
  const table = { form, field, rows, called: (key: string) => form.words(`${pointer}/key`, key) ?? key };
  await field.locator('[role=grid][aria-busy=false]').waitFor();
  const { selected, changes = [] } = answer ?? { selected: nothingSelected };
  // Where rows are edited in a dialog, an answer is added to.
  if (answer === undefined || rows.editor === undefined) await undoAll(table);
  for (const change of changes) await makeChange(table, change);
  // Where rows are removed, those that are marked are no answer.
  if (rows.editor === undefined) await mark(table, selected);
  else if (selected.all) for (const key of selected.except) await remove(table, key);
}

/** More changes than a path makes. */
const MOST_CHANGES = 20;

/** Takes back what was changed before. */
async function undoAll({ field, form }: Table): Promise<void> {
  const undo = field.getByRole('button', { name: rowsWords.rowsUndo, exact: true });
  for (let left = MOST_CHANGES; left > 0 && (await undo.count()) > 0; left -= 1) await form.hands.press(undo);
}

async function makeChange(table: Table, { rows, column, value }: RowsChange): Promise<void> {
  const { form, field } = table;
  const { hands, page } = form;
  await mark(table, rows);
  const schema = propertyOf(table.rows, column);
  const title = schema.title ?? column;
  const label = labelOf(table, column, value);
  if (table.rows.editor === undefined) {
    await hands.choose(field.getByRole('combobox', { name: fill(rowsWords.rowsNewValue, { field: title }) }), label);
    await hands.press(field.getByRole('button', { name: words.apply, exact: true }));
    return;
  }
  const around = await page.getByRole('dialog').count();
  await hands.press(field.getByRole('button', { name: rowsWords.rowsEdit, exact: true }));
  const dialog = page.getByRole('dialog').nth(around);
  const list = dialog.getByRole('combobox', { name: title });
  await dialog.getByRole('button', { name: words.save, exact: true }).waitFor();
  if ((await list.count()) > 0) await hands.choose(list, label);
  else await hands.write(dialog.getByRole('textbox', { name: title }), String(value));
  await hands.press(dialog.getByRole('button', { name: words.save, exact: true }));
  await dialog.waitFor({ state: 'hidden' });
  await markNone(table);
}

/** Marks these rows and no others. */
async function mark(table: Table, selection: Selection): Promise<void> {
  const { field, form } = table;
  await markNone(table);
  if (selection.all) {
    await form.hands.toggle(field.getByRole('checkbox', { name: words.selectAll, exact: true }), true);
    for (const key of selection.except) await toggle(table, key);
  } else {
    for (const key of selection.keys) await toggle(table, key);
  }
}

async function markNone({ field, form }: Table): Promise<void> {
  const none = field.getByRole('button', { name: words.selectNone, exact: true });
  if ((await none.count()) > 0) await form.hands.press(none);
}

async function toggle(table: Table, key: string): Promise<void> {
  await table.form.hands.toggleRow(table.field.getByRole('grid'), rowOf(table, key));
}

async function remove(table: Table, key: string): Promise<void> {
  await markNone(table);
  await toggle(table, key);
  await table.form.hands.press(table.field.getByRole('button', { name: rowsWords.rowsRemove, exact: true }));
  await table.field
    .locator('[data-removed]')
    .filter({ hasText: table.called(key) })
    .waitFor();
}

function rowOf({ field, called }: Table, key: string): Locator {
  return field.locator('[role=row][data-index]').filter({ hasText: called(key) });
}

function propertyOf({ item }: RowsDocument, name: string): Schema {
  const property = item.properties?.[name];
  return isSchema(property) ? property : {};
}

function labelOf({ rows, form }: Table, column: string, value: unknown): string {
  const { oneOf = [] } = propertyOf(rows, column);
  const named = oneOf.find((one) => isSchema(one) && one.const === value);
  const title = isSchema(named) ? named.title : undefined;
  return title ?? form.words(`/${column}`, value) ?? String(value);
}
