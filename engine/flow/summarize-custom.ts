import type { CompiledScreen } from '../document/document.ts';
import { readAnswers } from './read-answers.ts';
import { customAnswers, type Sending } from './sends.ts';
import { summaryOf, type SummaryItem } from './summary.ts';

/** The custom fields that a stored entity has, as its screens ask them; without those that are empty. */
export function summarizeCustom(
  manifest: Sending,
  call: string,
  { screens, entity }: { screens: Readonly<Record<string, CompiledScreen>>; entity: unknown },
): SummaryItem[] {
  const custom = new Set(customAnswers(manifest, call).values());
  const asking = (manifest.stepper ?? []).flatMap(({ screen }) => screens[screen] ?? []);
  return summaryOf(asking, readAnswers(manifest, call, entity)).flatMap(({ screen, items }) =>
    items.filter((item) => custom.has(`/${screen}${item.pointer}`) && (item.text !== undefined || item.option)),
  );
}
