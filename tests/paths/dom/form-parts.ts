// The parts of a form by what marks them. Selectors are slow in a simulated page, so it goes by tag and attribute.
import type { Pointer } from '#engine/document/document.ts';
import { elementsOf, firstOf } from './elements.ts';

/** The frames of fields with one value: Mantine marks inputs with a `data-pointer` of its own. */
export function fieldsIn(form: Element): HTMLElement[] {
  const frames = elementsOf(form, 'div').filter((one) => pointerAt(one) !== '');
  const holders = new Set<Element>();
  for (const frame of frames) {
    for (
      let above = frame.parentElement;
      above !== null && above !== form && !holders.has(above);
      above = above.parentElement
    )
      holders.add(above);
  }
  return frames.filter((frame) => !holders.has(frame));
}

/** Whether it can be typed in: the parts of a form are fetched when they are first shown. */
export function isDrawn(frame: Element): boolean {
  return ['input', 'textarea'].some((tag) => firstOf(frame, tag) !== undefined);
}

/** Of all parts that have one, rows and lists too. */
export function pointersIn(form: Element): Pointer[] {
  return marked(form).map(pointerAt);
}

export function listAt(form: Element, pointer: Pointer): Element | null {
  return marked(form).find((one) => pointerAt(one) === pointer) ?? null;
}

export function rowsOf(list: Element): Element[] {
  return elementsOf(list, 'tr').filter((row) => row.hasAttribute('data-row'));
}

export function addRow(list: Element): Element | null {
  return elementsOf(list, 'button').find((button) => button.hasAttribute('data-add')) ?? null;
}

export function openRow(row: Element | undefined): Element | null {
  return firstOf(lastCell(row), 'button') ?? null;
}

export function removeRow(list: Element, index: number): Element | null {
  const last = elementsOf(lastCell(rowsOf(list)[index]), 'button').at(-1);
  return last?.getAttribute('aria-label')?.startsWith('Remove') === true ? last : null;
}

function lastCell(row: Element | undefined): Element | undefined {
  return row?.lastElementChild ?? undefined;
}

function marked(form: Element): Element[] {
  return ['div', 'tr', 'fieldset'].flatMap((tag) => elementsOf(form, tag).filter((one) => pointerAt(one) !== ''));
}

export function pointerAt(part: Element): Pointer {
  const pointer = part.getAttribute('data-pointer') ?? '';
  return pointer.startsWith('/') ? pointer : '';
}
