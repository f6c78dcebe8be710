// Brings answers into the real fields of a form, by the screen's document.
import { isDeepStrictEqual } from 'node:util';
import type { Locator } from 'playwright-core';
import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { chosenFlag, flagChoices } from '#engine/document/flags.ts';
import { segmentsOf, valueAt } from '#engine/document/pointer.ts';
import { isSchema, subschemas, type Schema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { englishWords as words } from '#screens/words.tsx';
import type { RowsAnswer } from '#engine/rows/selection.ts';
import { screenOf } from '../load.ts';
import { lookAtFields, removing, type FieldLook } from './form-look.ts';
import type { Form } from './form.ts';
import { selectRows } from './select-rows.ts';

export async function fillForm(form: Form, wanted: Answers): Promise<void> {
  const { screen, mode } = form;
  const fixed = new Set((screen.document.locked?.[mode] ?? []).map((pointer) => segmentsOf(pointer)[0]));
  const ui = (screen.document.ui ?? {}) as Record<string, unknown>;
  const names = namesIn(screen, wanted).filter((name) => !fixed.has(name) && !isHidden(ui[name]));
  const fields = names.map((name) => {
    const choices = flagChoices(ui[name]);
    // What several flags say together is called by the choice that keeps them.
    const said = choices === undefined ? undefined : chosenFlag(choices, wanted)?.title;
    return {
      at: `/${name}`,
      pointer: `/${name}`,
      value: wanted[name],
      ui: ui[name],
      said,
      kept: isKept(ui[name], wanted),
    };
  });
  await fillFields(form, form.root, fields);
}

/** The fields in the order in which the screen shows them: what others depend on comes first. */
function namesIn({ document }: CompiledScreen, wanted: Answers): string[] {
  const ui = (document.ui ?? {}) as { 'ui:order'?: string[] };
  const said = [...(ui['ui:order'] ?? []), ...(document.sections ?? []).flatMap(({ fields }) => fields)];
  const known = [...subschemas(document.schema)].flatMap(({ pointer, schema }) =>
    pointer === '' ? Object.keys(schema.properties ?? {}) : [],
  );
  return [...new Set([...said.filter((name) => name !== '*'), ...known, ...Object.keys(wanted)])];
}

function isHidden(ui: unknown): boolean {
  return isSchema(ui) && (ui as Record<string, unknown>)['ui:widget'] === 'hidden';
}

function isKept(ui: unknown, wanted: Answers): boolean {
  const { keptField = '' } = (ui as { 'ui:options'?: { keptField?: Pointer } } | undefined)?.['ui:options'] ?? {};
  return keptField !== '' && valueAt(wanted, keptField) !== undefined;
}

function isEditor(ui: unknown): boolean {
  return isSchema(ui) && (ui as Record<string, unknown>)['ui:widget'] === 'editor';
}

/** What a field shall say. */
interface Wanted {
  /** Its place in what is filled in: a row in a dialog has its own. */
  at: Pointer;
  /** Its place in the screen's document. */
  pointer: Pointer;
  value: unknown;
  ui: unknown;
  /** What the choice is called, where its value alone does not tell. */
  said?: string | undefined;
  /** The server has a file for it. */
  kept?: boolean;
}

/** What says so already is left alone, as a person leaves it. */
async function fillFields(form: Form, scope: Locator, fields: readonly Wanted[]): Promise<void> {
  let stands = await lookAtFields(scope);
  for (const wanted of fields) {
    if (saysAlready(form, stands[wanted.at], wanted)) continue;
    await fillField(form, scope, wanted, stands[wanted.at]);
    // Other fields may have come or gone by it.
    stands = await lookAtFields(scope);
  }
}

function saysAlready(form: Form, look: FieldLook | undefined, { pointer, value, said }: Wanted): boolean {
  // A field with nothing to choose from is not shown.
  if (look === undefined) return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  switch (look.kind) {
    case 'table':
    // What was changed or selected there, nothing tells.
    case 'rows':
      return false;
    // Of a file that is chosen the page shows the name alone, and after it was loaded again it has no more.
    case 'file':
    case 'files':
      return look.on.length === 0 && (value === undefined || (Array.isArray(value) && value.length === 0));
    case 'none':
      // A list that offers to add its first choice has no control yet.
      return value === undefined || (Array.isArray(value) && value.length === 0);
    case 'box':
      return look.value === String(value === true);
    case 'boxes':
    case 'several':
      return isDeepStrictEqual(new Set(look.on), wordsForAll(form, pointer, value));
    case 'tags':
      return isDeepStrictEqual(look.on, textsOf(value));
    case 'radio':
      return value === undefined || look.value === (said ?? wordsFor(form, pointer, value));
    case 'list':
      return look.value === (value === undefined ? '' : wordsFor(form, pointer, value));
    case 'duration':
    case 'editor':
    case 'text':
      return look.value === String(value ?? '');
    default:
      return unreachable(look.kind);
  }
}

async function fillField(form: Form, scope: Locator, wanted: Wanted, stands: FieldLook | undefined): Promise<void> {
  const { at, pointer, value, ui, said, kept } = wanted;
  const field = scope.locator(`[data-pointer="${at}"]`).first();
  let look = stands;
  if (look === undefined || look.kind === 'none') {
    // Widgets are fetched when they are first shown.
    await field.locator('input,textarea,select,table,[data-add]').first().waitFor({ state: 'attached' });
    look = (await lookAtFields(scope))[at];
  }
  // A text area stands in its place until it is there.
  if (look?.kind === 'text' && isEditor(ui)) {
    await field.locator('.cm-content').waitFor();
    look = (await lookAtFields(scope))[at];
  }
  if (look?.kind === 'table') await fillRows(form, field, pointer, (value ?? []) as Answers[], ui);
  else if (look?.kind === 'rows') await selectRows(form, field, value as RowsAnswer | undefined, ui);
  else if (look?.kind === 'files') await chooseFiles(form, field, textsOf(value), look.on);
  else if (look?.kind === 'file') {
    if (value !== undefined || kept !== true)
      await chooseFiles(form, field, value === undefined ? [] : [String(value)], look.on);
  } else await fillLeaf(form, field, { pointer, value, said }, look?.kind ?? 'none');
}

type Leaf = Pick<Wanted, 'pointer' | 'value' | 'said'>;

async function fillLeaf(form: Form, field: Locator, { pointer, value, said }: Leaf, kind: FieldLook['kind']) {
  const { hands } = form;
  const input = field.locator('input:not([type=hidden]),textarea').first();
  switch (kind) {
    case 'none':
    case 'table':
    case 'rows':
    case 'file':
    case 'files':
      return;
    case 'box':
      return hands.toggle(field.locator('input[type=checkbox]'), value === true);
    case 'boxes': {
      const chosen = wordsForAll(form, pointer, value);
      for (const box of await field.getByRole('checkbox').all()) {
        const label = await box.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent?.trim() ?? '');
        await hands.toggle(box, chosen.has(label));
      }
      return;
    }
    case 'several':
      return hands.chooseSeveral(input, [...wordsForAll(form, pointer, value)]);
    case 'tags':
      return hands.enterTags(input, textsOf(value));
    case 'radio':
      return value === undefined
        ? undefined
        : hands.pick(field.getByRole('radiogroup'), said ?? wordsFor(form, pointer, value));
    case 'list': {
      if (value === undefined) return hands.clear(input);
      const label = wordsFor(form, pointer, value);
      // A person waits for choices that are on their way.
      await field.getByLabel(words.loading, { exact: true }).waitFor({ state: 'hidden' });
      if ((await input.inputValue()) !== label) await hands.choose(input, label);
      const now = await input.inputValue();
      if (now !== label) throw new Error(`${pointer} does not take "${label}", it says "${now}"`);
      return;
    }
    case 'duration': {
      const unit = field.locator('select');
      if ((await unit.inputValue()) !== 'seconds') await hands.select(unit, 'seconds');
      return hands.write(input, String(value ?? ''));
    }
    case 'editor':
      return hands.write(field.locator('.cm-content'), String(value ?? ''));
    case 'text':
      return hands.write(input, String(value ?? ''));
    default:
      return unreachable(kind);
  }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Chooses the files of these answers, and removes chosen files that are not among them. */
async function chooseFiles(
  { hands, file }: Form,
  field: Locator,
  answers: readonly string[],
  stands: readonly string[],
): Promise<void> {
  const names = new Set(answers.map((answer) => readChosenFile(answer)?.name ?? ''));
  for (const name of stands.filter((one) => !names.has(one)))
    await hands.press(field.getByRole('button', { name: `${removing}${name}`, exact: true }));
  if (answers.length === 0) return;
  await hands.chooseFiles(field.locator('input[type=file]'), await Promise.all(answers.map((one) => file(one))));
}

function wordsForAll(form: Form, pointer: Pointer, value: unknown): Set<string> {
  return new Set((Array.isArray(value) ? value : []).map((one) => wordsFor(form, `${pointer}/*`, one)));
}

/** What a choice is called: by its schema, by a list in the document, by the server. */
function wordsFor({ screen, words: named }: Form, pointer: Pointer, value: unknown): string {
  const told = named(pointer, value);
  if (told !== undefined) return told;
  for (const { schema, pointer: at } of subschemas(screen.document.schema)) {
    if (at !== pointer) continue;
    const options = (schema.oneOf ?? schema.anyOf ?? []) as Schema[];
    const option = options.find((one) => isSchema(one) && one.const === value);
    if (option?.title !== undefined) return option.title;
  }
  return String(value);
}

async function fillRows(form: Form, table: Locator, pointer: Pointer, rows: readonly Answers[], ui: unknown) {
  const { hands, page } = form;
  const { items = {}, 'ui:options': options } = (ui ?? {}) as TableUi;
  const count = () => table.locator('tr[data-row]').count();
  for (let index = await count(); index > rows.length; index -= 1) {
    const remove = table.locator(`tr[data-row="${index - 1}"] button[aria-label^="Remove"]`);
    if ((await remove.count()) === 0) break;
    await hands.press(remove);
  }
  // What cannot be taken away is emptied where it stands.
  const emptied = Array.from({ length: Math.max((await count()) - rows.length, 0) }, (): Answers => ({}));
  // The form itself may stand in one.
  const around = await page.getByRole('dialog').count();
  for (const [index, row] of [...rows, ...emptied].entries()) {
    const isNew = index >= (await count());
    const line = table.locator(`tr[data-row="${index}"]`);
    const edit = line.locator('button[aria-label^="Edit"]');
    const opens = (await edit.count()) > 0;
    if (index >= rows.length && opens) return;
    const dialog = page.getByRole('dialog').nth(around);
    if (isNew) await hands.open(table.locator('[data-add]'));
    else if (opens) await hands.open(edit);
    await (opens ? dialog : dialog.or(line).first()).waitFor();
    if ((await dialog.count()) === 0) {
      await fillItem(form, line, `${pointer}/${index}`, row, items, `${pointer}/*`);
    } else if (typeof options?.edit === 'object') {
      await takeFlow(form, dialog, options.edit.flow, row);
    } else {
      await fillItem(form, dialog, '', row, items, `${pointer}/*`);
      await hands.press(dialog.getByRole('button', { name: isNew ? words.add : words.apply, exact: true }));
      await dialog.waitFor({ state: 'hidden' });
    }
  }
}

interface TableUi {
  items?: Record<string, unknown>;
  'ui:options'?: { edit?: 'inline' | 'modal' | { flow: string } };
}

/** More steps than the flow of a row has. */
const MOST_STEPS = 10;

/** A row that is asked by a flow of its own: each of its steps as far as it asks something of the row, until it is over. */
async function takeFlow(form: Form, dialog: Locator, flow: string, row: Answers): Promise<void> {
  const root = dialog.locator(`[data-flow="${flow}"]`);
  let led = false;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    await root.locator('h1').waitFor();
    const state = (await root.getAttribute('data-state')) ?? '';
    const elsewhere = root.and(form.page.locator(`:not([data-state="${state}"])`));
    // What has a screen beside the steps is answered there first.
    const lead = root.locator('[data-leads]').first();
    if (!led && (await lead.count()) > 0) {
      led = true;
      await form.hands.press(lead);
      await elsewhere.waitFor();
      continue;
    }
    const screen = screenOf(flow, state.split('.').at(-1) ?? '');
    const asked = Object.entries(row).filter(([name]) => namesIn(screen, {}).includes(name));
    await fillForm({ ...form, root, screen }, Object.fromEntries(asked));
    await form.hands.press(root.locator('button[type=submit]'));
    await Promise.race([dialog.waitFor({ state: 'hidden' }), elsewhere.waitFor()]);
    if (!(await dialog.isVisible())) return;
  }
  throw new Error(`the flow ${flow} of a row does not come to its end`);
}

async function fillItem(
  form: Form,
  scope: Locator,
  pointer: Pointer,
  row: Answers,
  ui: Record<string, unknown>,
  items: Pointer,
): Promise<void> {
  const item = itemOf(form.screen, items);
  const order = (ui['ui:order'] as string[] | undefined) ?? [];
  const names = [...new Set([...order, ...Object.keys(row), ...Object.keys(item.properties ?? {})])];
  const shown = names.filter((name) => name !== '*' && !isHidden(ui[name]));
  const fields = shown.map((name) => ({
    at: `${pointer}/${name}`,
    pointer: `${items}/${name}`,
    value: row[name],
    ui: ui[name],
  }));
  await fillFields(form, scope, fields);
}

function itemOf({ document }: CompiledScreen, items: Pointer): Schema {
  for (const { schema, pointer } of subschemas(document.schema)) if (pointer === items) return schema;
  return {};
}

function unreachable(kind: never): never {
  throw new Error(`a field of kind "${String(kind)}" is not known here`);
}
