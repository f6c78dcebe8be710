import type { Page } from 'playwright-core';
import { violationsOn } from '../../browser/axe.ts';

/** What axe finds, each once. */
export async function findingsOf(page: Page, state: string): Promise<string[]> {
  const violations = await violationsOn(page);
  return violations.map(({ id, help, nodes }) => `axe in ${state}: ${id} (${help}): ${nodes[0]?.html.slice(0, 160)}`);
}
