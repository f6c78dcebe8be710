import type { Pointer } from '#engine/document/document.ts';

const FOCUSABLE = 'input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled]), [tabindex="-1"]';

/** Puts the focus into the field, or into what stands for it: the row of a list that holds it, the list. */
export function focusField(form: HTMLElement, pointer: Pointer): void {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const field = form.querySelector(`[data-pointer="${CSS.escape(place)}"]`);
    const checked = field?.querySelector<HTMLElement>('input[type=radio]:checked');
    const target = checked ?? field?.querySelector<HTMLElement>(FOCUSABLE);
    if (!target) continue;
    target.focus();
    target.scrollIntoView?.({ block: 'center' });
    return;
  }
}
