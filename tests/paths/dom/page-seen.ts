import type { FieldError } from '#engine/document/document.ts';
import { dialogForm } from './fill-form.ts';

/** The step screen, wherever it is presented: found by its heading, since a search through the page by selector is slow. */
export function stepRoot(): Element | null {
  return headings()[0]?.closest('[data-presentation]') ?? null;
}

function headings(): HTMLCollectionOf<Element> {
  return document.getElementsByTagName('h1');
}

/** Parts of a screen are loaded when they are first shown. */
export function stepStands(): boolean {
  return headings().length > 0;
}

/** Every button that can be pressed now, the latest last. */
export function buttonsIn(root: ParentNode | null): HTMLButtonElement[] {
  const all = [...(root?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
  return all.filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true');
}

export function buttonNamed(root: ParentNode | null, name: string): HTMLButtonElement | undefined {
  return buttonsIn(root).findLast((one) => nameOf(one) === name);
}

export function nameOf(button: Element): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
}

export interface PageText {
  heading: string;
  text: string;
  buttons: string[];
  busy: boolean;
  errors: FieldError[];
}

/** What stands on the step screen, and in the dialog in front of it. */
export function readPage(): PageText {
  const root = stepRoot();
  const inputs = [...(root?.querySelectorAll<HTMLInputElement>('input,textarea') ?? [])].map(({ value }) => value);
  return {
    heading: root?.querySelector('h1')?.textContent ?? '',
    text: [root?.textContent ?? '', ...inputs].join('\n'),
    buttons: buttonsIn(root).map(nameOf),
    busy: root?.querySelector('[aria-busy=true]') !== null,
    errors: [...errorsIn(root, ''), ...errorsIn(dialogForm(), dialogForm()?.dataset['row'] ?? '')],
  };
}

function errorsIn(root: ParentNode | null, above: string): FieldError[] {
  return [...(root?.querySelectorAll('p[id$="-error"]') ?? [])].map((line) => ({
    pointer: above + (line.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'] ?? ''),
    keyword: '',
    message: line.textContent ?? '',
  }));
}

/** What a row of a table says is wrong inside it. */
export function rowErrors(): string[] {
  return [...document.querySelectorAll('tr[data-row] p')].map((line) => line.textContent ?? '');
}
