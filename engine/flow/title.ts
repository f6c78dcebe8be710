import { valueAt } from '../document/pointer.ts';
import type { FlowManifest } from './flow.ts';
import type { StepView } from './step-view.ts';

/** "Edit cloud monitor “Shop API”": by the name that is stored, whatever is typed meanwhile. */
export function flowTitle(
  { title, namedBy }: Pick<FlowManifest, 'title' | 'namedBy'>,
  { mode, stored }: Pick<StepView, 'mode' | 'stored'>,
): string {
  const name = namedBy === undefined || stored === undefined ? undefined : valueAt(stored, namedBy);
  return typeof name === 'string' && name.trim() !== '' ? `${title[mode]} “${name.trim()}”` : title[mode];
}
