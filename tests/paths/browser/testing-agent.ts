// A computer of the path's own, whose agent finds a folder or a share as the path says that the test ends.
import type { Locator, Page } from 'playwright-core';
import type { DestinationCheck } from '#api/contract/agent-methods/backup.ts';
import { PATIENCE } from '../../browser/browser.ts';
import type { Product } from '../../product/product.ts';
import type { Prepared } from './browser-case.ts';
import { ownPlace } from './own-place.ts';
import { PathAgent } from './path-agent.ts';

/** How long a press may take to open the flow, in ms. */
const A_LOOK = 3000;

/** The ends of a test by the names of `testedReplies`. */
const ends: Readonly<Record<string, DestinationCheck>> = {
  passed: { check: 'path', outcome: 'passed', text: 'The folder exists.' },
  failed: { check: 'path', outcome: 'failed', text: 'The folder does not exist.' },
  'not tested': { check: 'write', outcome: 'open', text: 'The agent may not look into the folder.' },
};

/** `effect`: the flow's test. `title`: what the card of the computer calls what it adds. */
export async function testingAgent(
  { product, cookie }: { product: Product; cookie: string },
  effect: string,
  title: string,
): Promise<{ nodeId: number; prepared: Prepared; opens(stored?: string): NonNullable<Prepared['place']> }> {
  const place = await ownPlace({ product, cookie });
  let finds = ends['passed'];
  const agent = await PathAgent.start(
    product,
    cookie,
    { clientId: place.client.id, locationId: place.locations[0].id, name: 'pc-1' },
    [],
    { testDestination: async () => ({ checks: finds === undefined ? [] : [finds], freeBytes: null }) },
  );
  const before = Object.entries(ends).map(([name, check]) => [
    `${effect} done ${name}`,
    async () => void (finds = check),
  ]);
  const { nodeId } = agent;
  return {
    nodeId,
    prepared: {
      opensWith: { nodeId },
      before: Object.fromEntries(before) as NonNullable<Prepared['before']>,
      end: () => agent.stop(),
    },
    opens: (stored) => ({
      route: `/deviceDashboard/${nodeId}/overview`,
      resumes: true,
      async open(page) {
        const main = page.getByRole('main');
        if (stored === undefined) return pressUntilOpen(page, main.getByRole('button', { name: title, exact: true }));
        await main.getByRole('button', { name: `Actions of ${stored}`, exact: true }).click();
        await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
      },
    }),
  };
}

/** Cards above the button grow while what they show is read: who missed it by that presses again. */
async function pressUntilOpen(page: Page, button: Locator): Promise<void> {
  for (const until = Date.now() + PATIENCE; ;) {
    try {
      await button.click({ timeout: A_LOOK });
      return await page.getByRole('dialog').first().waitFor({ timeout: A_LOOK });
    } catch (error) {
      if (await page.getByRole('dialog').first().isVisible()) return;
      if (Date.now() > until) throw error;
    }
  }
}
