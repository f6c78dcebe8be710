import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, each once. By design the driver's script escapes the policy of the page. */
export async function findingsOf(page: Page, state: string): Promise<string[]> {
  await page.evaluate(`if (!window.axe) { ${axeSource} }`);
  const violations = await page.evaluate(async () => {
    interface Result {
      violations: { id: string; help: string; nodes: { html: string }[] }[];
    }
    const { axe } = window as unknown as { axe: { run(on: string, how: object): Promise<Result> } };
    const found = await axe.run('html', { resultTypes: ['violations'] });
    return found.violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes[0]?.html.slice(0, 160)}`);
  });
  return violations.map((found) => `axe in ${state}: ${found}`);
}
