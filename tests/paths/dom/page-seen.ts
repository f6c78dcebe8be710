import type { FieldError, Pointer } from '#engine/document/document.ts';
import { elementsOf, firstOf } from './elements.ts';

// Selectors are slow in a simulated page, and it is looked at after every step: everything here goes by tag and attribute.

/** The step screen, wherever it is presented: found by its heading. The flow of a row stands in a dialog in front of it. */
export function stepRoot(): Element | null {
  const all = headings();
  const own = all.find((heading) => above(heading, 'role', 'dialog') === null) ?? all[0];
  return above(own, 'data-presentation');
}

function headings(): Element[] {
  return elementsOf(document, 'h1');
}

/** Parts of a screen are loaded when they are first shown. */
export function stepStands(): boolean {
  return headings().length > 0;
}

/** The row that is being given in a dialog in front of the step, if any; the step itself may stand in one. */
export function dialogForm(): HTMLFormElement | null {
  const own = firstOf(stepRoot(), 'form');
  const forms = elementsOf(document, 'form');
  return forms.find((form) => form !== own && above(form, 'role', 'dialog') !== null) ?? null;
}

/** The nearest element around it, itself included, with the attribute. */
function above(element: Element | null | undefined, attribute: string, value?: string): Element | null {
  for (let one = element ?? null; one !== null; one = one.parentElement) {
    const held = one.getAttribute(attribute);
    if (held !== null && (value === undefined || held === value)) return one;
  }
  return null;
}

type Root = Element | Document | null | undefined;

/** Every button that can be pressed now, the latest last. */
export function buttonsIn(root: Root): HTMLButtonElement[] {
  const all = elementsOf(root, 'button');
  return all.filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true');
}

export function buttonNamed(root: Root, name: string): HTMLButtonElement | undefined {
  return buttonsIn(root).findLast((one) => nameOf(one) === name);
}

export function nameOf(button: Element): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
}

/** The first part of the root with this value of the attribute. */
export function partWith(root: Root, attribute: string, value: string): HTMLElement | undefined {
  const all = elementsOf(root, '*');
  return all.find((one) => one.getAttribute(attribute) === value) as HTMLElement | undefined;
}

export interface PageText {
  heading: string;
  text: string;
  buttons: string[];
  errors: FieldError[];
}

/** What stands on the step screen, and in the dialog in front of it. */
export function readPage(): PageText {
  const root = stepRoot();
  const dialog = dialogForm();
  const inputs = ['input', 'textarea'].flatMap((tag) => elementsOf(root, tag) as HTMLInputElement[]);
  return {
    heading: firstOf(root, 'h1')?.textContent ?? '',
    text: [root?.textContent ?? '', ...inputs.map(({ value }) => value)].join('\n'),
    buttons: buttonsIn(root).map(nameOf),
    errors: [...errorsIn(root, ''), ...errorsIn(dialog, dialog?.getAttribute('data-row') ?? '')],
  };
}

function errorsIn(root: Element | null, row: string): FieldError[] {
  const lines = elementsOf(root, 'p').filter(({ id }) => id.endsWith('-error'));
  return lines.map((line) => ({
    pointer: row + (above(line, 'data-pointer')?.getAttribute('data-pointer') ?? ''),
    keyword: '',
    message: line.textContent ?? '',
  }));
}

/** Where the page would say what is wrong at the pointer: one value of a list of values has no place of its own. */
export function toldAt(pointer: Pointer): Pointer {
  const stands = (one: Pointer) => partWith(document, 'data-pointer', one) !== undefined;
  const list = pointer.replace(/\/\d+$/, '');
  return !stands(pointer) && stands(list) ? list : pointer;
}

/** What a row of a table says is wrong with it. */
export function rowErrors(): string[] {
  const rows = elementsOf(document, 'tr').filter((row) => row.hasAttribute('data-row'));
  return rows.flatMap((row) => elementsOf(row, 'p').map((line) => line.textContent ?? ''));
}
