import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Violation {
  id: string;
  /** `minor`, `moderate`, `serious` or `critical`. */
  impact: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds within the selector, by all of its rules or by some. By design the driver's script escapes the policy of the page. */
export async function violationsOn(page: Page, within = 'html', rules?: readonly string[]): Promise<Violation[]> {
  // Its half megabyte is sent only to a page that does not have it yet.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const how = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  return page.evaluate(
    async ([selector, how]) => {
      // Half way from one colour to another, text has neither's contrast.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { axe } = window as unknown as {
        axe: { run(on: string, options: object): Promise<{ violations: Violation[] }> };
      };
      const { violations } = await axe.run(selector, how);
      return violations.map(({ id, impact, help, nodes }) => ({
        id,
        impact,
        help,
        nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      }));
    },
    [within, how] as const,
  );
}

/** Those that keep somebody from using the page: each by its id, with the parts that it is about. */
export async function seriousOn(
  page: Page,
  within?: string,
  rules?: readonly string[],
): Promise<{ id: string; nodes: string[] }[]> {
  const violations = await violationsOn(page, within, rules);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} | ${failureSummary.slice(0, 200)}`),
    }));
}
