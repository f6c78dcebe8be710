// Brings answers into the real fields of a form, by the screen's document.
import type { Locator, Page } from 'playwright-core';
import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { isSchema, subschemas, type Schema } from '#engine/document/schema.ts';
import type { Answers, Mode } from '#engine/flow/flow.ts';
import { englishWords as words } from '#screens/words.tsx';
import { screenOf } from '../load.ts';
import type { Hands } from './hands.ts';

export interface Form {
  page: Page;
  /** The step's own element. */
  root: Locator;
  screen: CompiledScreen;
  mode: Mode;
  hands: Hands;
  /** Words of choices that the server names. */
  words(pointer: Pointer, value: unknown): string | undefined;
}

export async function fillForm(form: Form, wanted: Answers): Promise<void> {
  const { screen, mode } = form;
  const fixed = new Set((screen.document.locked?.[mode] ?? []).map((pointer) => segmentsOf(pointer)[0]));
  const ui = (screen.document.ui ?? {}) as Record<string, unknown>;
  for (const name of namesIn(screen, wanted)) {
    if (fixed.has(name) || isHidden(ui[name])) continue;
    await fillField(form, form.root, `/${name}`, wanted[name], ui[name]);
  }
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

async function fillField(form: Form, scope: Locator, pointer: Pointer, value: unknown, ui: unknown): Promise<void> {
  const field = scope.locator(`[data-pointer="${pointer}"]`).first();
  // A field with nothing to choose from is not shown.
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (empty && (await field.count()) === 0) return;
  await field.waitFor();
  if (Array.isArray(value) && value.every((row) => typeof row === 'object')) {
    return fillRows(form, field, pointer, value as Answers[], ui);
  }
  await fillLeaf(form, field, pointer, value);
}

/** What kind of control stands in the field. */
async function kindOf(field: Locator): Promise<{ kind: string; value: string }> {
  return field.evaluate((element) => {
    const radio = element.querySelector<HTMLInputElement>('input[type=radio]');
    if (radio) return { kind: 'radio', value: '' };
    const boxes = [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    if (boxes.length > 0 && element.querySelector('fieldset')) return { kind: 'boxes', value: '' };
    if (boxes[0]) return { kind: 'box', value: String(boxes[0].checked) };
    const text = element.querySelector<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden]),textarea');
    if (text?.getAttribute('aria-haspopup') === 'listbox') return { kind: 'list', value: text.value };
    if (text && element.querySelector('select')) return { kind: 'duration', value: text.value };
    return text ? { kind: 'text', value: text.value } : { kind: 'none', value: '' };
  });
}

async function fillLeaf(form: Form, field: Locator, pointer: Pointer, value: unknown): Promise<void> {
  const { hands } = form;
  // Widgets are fetched when they are first shown.
  if (value !== undefined) await field.locator('input,textarea,select').first().waitFor({ state: 'attached' });
  const { kind, value: stands } = await kindOf(field);
  const input = field.locator('input:not([type=hidden]),textarea').first();
  switch (kind) {
    case 'none':
      return;
    case 'box':
      return hands.toggle(field.locator('input[type=checkbox]'), value === true);
    case 'boxes': {
      const chosen = new Set((Array.isArray(value) ? value : []).map((one) => wordsFor(form, `${pointer}/*`, one)));
      for (const box of await field.getByRole('checkbox').all()) {
        const label = await box.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent?.trim() ?? '');
        await hands.toggle(box, chosen.has(label));
      }
      return;
    }
    case 'radio':
      return value === undefined
        ? undefined
        : hands.pick(field.getByRole('radiogroup'), wordsFor(form, pointer, value));
    case 'list': {
      if (value === undefined) return stands === '' ? undefined : hands.clear(input);
      const label = wordsFor(form, pointer, value);
      // A person waits for choices that are on their way.
      await field.getByLabel(words.loading, { exact: true }).waitFor({ state: 'hidden' });
      if (stands !== label) await hands.choose(input, label);
      if ((await input.inputValue()) !== label) throw new Error(`${pointer} does not take "${label}"`);
      return;
    }
    case 'duration': {
      const unit = field.locator('select');
      if ((await unit.inputValue()) !== 'seconds') await hands.select(unit, 'seconds');
      return hands.write(input, String(value ?? ''));
    }
    default: {
      const text = value === undefined || value === null ? '' : String(value);
      return stands === text ? undefined : hands.write(input, text);
    }
  }
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
  for (const [index, row] of rows.entries()) {
    const isNew = index >= (await count());
    const line = table.locator(`tr[data-row="${index}"]`);
    const edit = line.locator('button[aria-label^="Edit"]');
    const opens = (await edit.count()) > 0;
    const dialog = page.getByRole('dialog').last();
    if (isNew) await hands.press(table.locator('[data-add]'));
    else if (opens) await hands.press(edit);
    await (opens ? dialog : dialog.or(line).first()).waitFor();
    if ((await dialog.count()) === 0) {
      await fillItem(form, line, `${pointer}/${index}`, row, items, `${pointer}/*`);
    } else if (typeof options?.edit === 'object') {
      await takeFlow(form, dialog, options.edit.flow, row);
    } else {
      await fillItem(form, dialog, '', row, items, `${pointer}/*`);
      await hands.press(dialog.getByRole('button', { name: isNew ? words.add : words.save, exact: true }));
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
  const names = new Set([...((ui['ui:order'] as string[] | undefined) ?? []), ...Object.keys(row)]);
  const item = itemOf(form.screen, items);
  for (const name of Object.keys(item.properties ?? {})) names.add(name);
  for (const name of names) {
    if (name === '*' || isHidden(ui[name])) continue;
    const field = scope.locator(`[data-pointer="${pointer}/${name}"]`).first();
    if (row[name] === undefined && (await field.count()) === 0) continue;
    await fillLeaf(form, field, `${items}/${name}`, row[name]);
  }
}

function itemOf({ document }: CompiledScreen, items: Pointer): Schema {
  for (const { schema, pointer } of subschemas(document.schema)) if (pointer === items) return schema;
  return {};
}
