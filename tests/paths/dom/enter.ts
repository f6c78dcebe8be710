import { fireEvent } from '@testing-library/dom';
import words from '../../../src/public/locales/en-us.json' with { type: 'json' };
import { readChosenFile, type ChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { turn, until } from './clock.ts';
import { nameOf } from './page-seen.ts';
import { elementsOf, firstOf } from './elements.ts';

/** `done`: the field now says it. `same`: it did already. Else why a person cannot make it say so. */
export type Entered = 'done' | 'same' | { cannot: string };

/** Types or chooses a value in the one field of this frame, which is known to hold `held`. `label`: what a choice is called on the page. */
export async function enter(
  frame: Element,
  value: unknown,
  held: unknown,
  label: () => Promise<string | undefined>,
): Promise<Entered> {
  const box = firstOf(frame, 'fieldset');
  if (box) return tick(box, Array.isArray(value) ? value : [], await label());
  const [first] = inputsOf(frame);
  if (first === undefined) return { cannot: 'it has nothing to type in' };
  if (first.dataset['tags'] !== undefined) return enterTags(first, value, held);
  if (first.type === 'checkbox') return toggle(first, value);
  if (first.type === 'radio') return pick(frame, value, await label());
  if (first.type === 'file' && first.multiple) return takeSeveral(frame, first, value, held);
  if (first.type === 'file') return take(frame, first, value, held);
  if (first.getAttribute('aria-haspopup') === 'listbox') return choose(frame, first, value, await label());
  return type(frame, first, value);
}

function inputsOf(frame: Element): HTMLInputElement[] {
  const inputs = elementsOf(frame, 'input').filter(({ type }) => type !== 'hidden');
  // What is said of a line of text here holds for several.
  return inputs.length > 0 ? inputs : (elementsOf(frame, 'textarea') as unknown as HTMLInputElement[]);
}

function toggle(input: HTMLInputElement, value: unknown): Entered {
  if (typeof value !== 'boolean') return { cannot: 'a switch is on or off' };
  if (input.checked === value) return 'same';
  if (input.disabled) return { cannot: 'it is locked' };
  fireEvent.click(input);
  return 'done';
}

function pick(frame: Element, value: unknown, label: string | undefined): Entered {
  const wanted = inputsOf(frame).find((input) => wordsOf(input, frame) === label);
  if (value === undefined || wanted === undefined) return { cannot: 'it is none of the choices' };
  if (wanted.checked) return 'same';
  if (wanted.disabled) return { cannot: 'it is locked' };
  fireEvent.click(wanted);
  return 'done';
}

/** Several of a few: `labels` are those of the values, a line each. */
function tick(box: Element, values: readonly unknown[], labels = ''): Entered {
  const wanted = new Set(labels.split('\n').filter((label) => label !== ''));
  if (wanted.size !== values.length) return { cannot: 'it is none of the choices' };
  let changed = false;
  for (const input of inputsOf(box)) {
    if (input.checked === wanted.has(wordsOf(input, box))) continue;
    if (input.disabled) return { cannot: 'it is locked' };
    fireEvent.click(input);
    changed = true;
  }
  return changed ? 'done' : 'same';
}

/** Several texts, an Enter after each; those that stand there are taken away from the end. */
async function enterTags(input: HTMLInputElement, value: unknown, held: unknown): Promise<Entered> {
  const wanted: unknown[] = Array.isArray(value) ? value : [];
  const standing: unknown[] = Array.isArray(held) ? held : [];
  if (wanted.length === standing.length && wanted.every((one, index) => one === standing[index])) return 'same';
  if (input.readOnly || input.disabled) return { cannot: 'it is locked' };
  if (wanted.some((one) => typeof one !== 'string' || one.trim() === '' || one !== one.trim() || one.includes(',')))
    return { cannot: 'it is no text that a tag can have' };
  if (new Set(wanted).size !== wanted.length) return { cannot: 'a tag is entered once' };
  for (let left = standing.length; left > 0; left -= 1) {
    fireEvent.keyDown(input, { key: 'Backspace' });
    await turn();
  }
  for (const one of wanted) {
    fireEvent.change(input, { target: { value: String(one) } });
    await turn();
    fireEvent.keyDown(input, { key: 'Enter' });
    await turn();
  }
  return 'done';
}

async function choose(frame: Element, input: HTMLInputElement, value: unknown, label = ''): Promise<Entered> {
  if (value === undefined) {
    // A field that is asked for chooses what there is to choose as soon as it knows.
    await until(() => input.placeholder !== words.screen.loading);
    await turn();
    if (input.value === '') return 'same';
    const clear = elementsOf(frame, 'button').find((one) => one.tabIndex === -1);
    if (clear === undefined) return { cannot: 'a choice that is asked for is not taken back' };
    fireEvent.click(clear);
    return 'done';
  }
  if (label !== '' && input.value === label) return 'same';
  // Of a list of values there is a line for each, an empty one for what is no choice: nobody can type it.
  if (label === '' || label.includes('\n')) return { cannot: 'it is none of the choices' };
  if (input.disabled) return { cannot: 'it is locked' };
  if (input.readOnly) fireEvent.click(input);
  else {
    // A long list is searched by typing; what is written into a field without the focus was not typed.
    input.focus();
    fireEvent.change(input, { target: { value: label } });
  }
  await until(() => offered().length > 0 || nothingOffered());
  const found = offered().find((one) => wordsOfOption(one) === label);
  if (found === undefined) {
    fireEvent.keyDown(input, { key: 'Escape' });
    await turn();
    return { cannot: 'it is none of the choices' };
  }
  fireEvent.click(found);
  await turn();
  return 'done';
}

/** The choices of the list that is open. */
function offered(): Element[] {
  return openLists().flatMap((list) => withRole('option', list));
}

function nothingOffered(): boolean {
  return openLists().some((list) => list.textContent === words.screen.noMatch);
}

/** Those of fields that are closed stand there as well and are not shown. */
function openLists(): Element[] {
  return withRole('listbox', document).filter((list) => list.parentElement?.style.display !== 'none');
}

function withRole(role: string, root: Element | Document): Element[] {
  return elementsOf(root, 'div').filter((one) => one.getAttribute('role') === role);
}

/** Without the description below them. */
function wordsOfOption(option: Element): string | null | undefined {
  return firstOf(option, 'span')?.firstChild?.textContent;
}

function type(frame: Element, input: HTMLInputElement, value: unknown): Entered {
  if (value !== undefined && typeof value === 'object') return { cannot: 'it is no text' };
  const text = value === undefined ? '' : String(value);
  const unit = firstOf(frame, 'select');
  const before = input.value;
  if (unit === undefined ? before === text : said(before, unit) === text) return 'same';
  if (input.readOnly || input.disabled) return { cannot: 'it is locked' };
  if (unit !== undefined && unit.value !== 'seconds') fireEvent.change(unit, { target: { value: 'seconds' } });
  if (input.value !== text) fireEvent.change(input, { target: { value: text } });
  // A line of text has no line breaks, a code no blanks.
  const kept = input.value.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '');
  return kept && (input.value === text || !/[\r\n]/.test(text)) ? 'done' : { cannot: 'the field does not take it' };
}

const removing = words.screen.fileRemove.replace('{file}', '');

async function take(frame: Element, input: HTMLInputElement, value: unknown, held: unknown): Promise<Entered> {
  const says = (text: string) => frame.textContent.includes(text);
  const remove = elementsOf(frame, 'button').find((one) => nameOf(one).startsWith(removing));
  if (value === undefined) {
    // What the server holds already is no answer to take away.
    if (remove === undefined || says(words.screen.fileChecked)) return 'same';
    fireEvent.click(remove);
    return 'done';
  }
  const wanted = readChosenFile(value);
  if (wanted === undefined) return { cannot: 'it is no file' };
  if (held === value && remove !== undefined && says(wanted.name)) return 'same';
  fireEvent.change(input, { target: { files: [fileOf(wanted)] } });
  return (await until(() => says(wanted.name))) ? 'done' : { cannot: 'the field does not take it' };
}

/** Several files: those that are not wanted are taken away, the others are chosen together. */
async function takeSeveral(frame: Element, input: HTMLInputElement, value: unknown, held: unknown): Promise<Entered> {
  const wanted: unknown[] = Array.isArray(value) ? value : [];
  const standing: unknown[] = Array.isArray(held) ? held : [];
  if (wanted.length === standing.length && wanted.every((one, index) => one === standing[index])) return 'same';
  const chosen = wanted.map(readChosenFile);
  if (chosen.some((one) => one === undefined)) return { cannot: 'it is no file' };
  if (new Set(chosen.map((one) => one?.name)).size < chosen.length)
    return { cannot: 'a file of a name is chosen once' };
  for (;;) {
    const remove = elementsOf(frame, 'button').find((one) => nameOf(one).startsWith(removing));
    if (remove === undefined) break;
    fireEvent.click(remove);
    await turn();
  }
  const files = chosen.flatMap((one) => (one === undefined ? [] : [fileOf(one)]));
  if (files.length > 0) fireEvent.change(input, { target: { files } });
  const names = files.map(({ name }) => name);
  return (await until(() => names.every((name) => frame.textContent.includes(name))))
    ? 'done'
    : { cannot: 'the field does not take them' };
}

function fileOf({ name, size, modified }: ChosenFile): File {
  return Object.defineProperty(new File([], name, { lastModified: modified }), 'size', { value: size });
}

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

function said(text: string, unit: HTMLSelectElement): string {
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? text : String(number * (SECONDS[unit.value] ?? 1));
}

/** By the label around it, or the one beside it that names it: asking an input for its labels looks through the whole page. */
function wordsOf(input: HTMLInputElement, frame: Element): string {
  const label = elementsOf(frame, 'label').find(
    (one) => one.contains(input) || (input.id !== '' && one.getAttribute('for') === input.id),
  );
  return ((label ?? input.parentElement)?.textContent ?? '').trim();
}
