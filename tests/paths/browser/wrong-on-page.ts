import type { Pointer } from '#engine/document/document.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import type { PageLook } from './page-look.ts';

/** What the page itself must hold to in every state. `before`: the screen that stood there; none when the flow was opened. */
export function wrongOnPage(
  now: PageLook,
  view: StepView,
  secrets: readonly Pointer[],
  before: string | undefined,
): string[] {
  const wrong: string[] = [];
  if (now.state !== view.state) wrong.push(`the page stands in ${now.state}, not in ${view.state}`);
  if (now.busy !== view.busy)
    wrong.push(`${view.state} ${now.busy ? 'shows work that is not' : 'does not show the work'} under way`);
  const current = view.position > 0 && view.total > 1 ? view.steps[view.position - 1]?.title : undefined;
  if (current !== undefined && !now.current?.includes(current))
    wrong.push(`the stepper stands at "${now.current}", not at "${current}"`);
  for (const [pointer, value] of Object.entries(now.values)) {
    const kept = view.data[pointer.slice(1)];
    if (typeof kept === 'string' && kept !== value && !secrets.includes(pointer))
      wrong.push(`${pointer} shows "${value}", not "${kept}"`);
  }
  if (!placesOfFocus(before, view.screen).includes(now.focus))
    wrong.push(`the focus is at ${now.focus} (${now.focused}) in ${view.state}, not at its heading`);
  return wrong;
}

/** A new screen is read from its heading, or from what is wrong; the first one may begin in a field. A screen that stays keeps the focus. */
function placesOfFocus(before: string | undefined, screen: string): string[] {
  if (before === undefined) return ['heading', 'alert', 'field'];
  return before === screen ? ['heading', 'alert', 'field', 'other'] : ['heading', 'alert'];
}
