import type { CompiledScreen } from '#engine/document/document.ts';
import { partsOfForm } from './form/parts-of-form.ts';
import { awaitedBy } from './form/resolver.ts';
import { specialPartOf } from './registry.tsx';
import { FetchedJobRows } from './rows/fetched-rows.ts';
import { HelpPanel } from './step/fetched-help-panel.ts';
import { awaitedKinds } from './step/kinds.ts';

/** Fetches all that these screens are drawn with, so that each stands at once. Rejects when that cannot be had. */
export async function fetchPartsOf(screens: readonly CompiledScreen[]): Promise<void> {
  const parts = new Set(screens.flatMap(({ document }) => partsOfForm(document)));
  for (const screen of screens) {
    const special = specialPartOf(screen);
    if (special) parts.add(special);
    if (screen.document.rows) parts.add(FetchedJobRows);
    if (screen.document.help) parts.add(HelpPanel);
  }
  await Promise.all([awaitedBy(screens), awaitedKinds(screens), ...[...parts].map((part) => part.fetch())]);
}
