import type { Pointer } from '#engine/document/document.ts';

/** What a person would type into or choose from; only then the buttons that stand beside it. */
const CONTROLS = [
  'input[type=radio]:checked',
  'input:not([type=hidden]):not([disabled]), textarea, select',
  'button:not([disabled]):not([aria-expanded]), [tabindex="-1"]',
];

/** Puts the focus into the field, or into what stands for it: the row of a list that holds it, the list. */
export function focusField(form: HTMLElement, pointer: Pointer): void {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const field = form.querySelector(`[data-pointer="${CSS.escape(place)}"]`);
    const target = CONTROLS.map((control) => field?.querySelector<HTMLElement>(control)).find((found) => found);
    if (!target) continue;
    target.focus();
    target.scrollIntoView?.({ block: 'center' });
    return;
  }
}
