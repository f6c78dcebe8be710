import type { Page } from 'playwright-core';
import type { Answers } from '#engine/flow/flow.ts';
import english from '../../../src/public/locales/en-us.json' with { type: 'json' };
import { browserCase } from '../browser/browser-case.ts';
import { choices } from '../browser/own-place.ts';
import { discovering } from '../browser/discovering.ts';
import { ownProbes } from '../browser/own-probes.ts';
import known from './flow.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie }) {
    const { agent, fields, end } = await ownProbes({ product, cookie });
    const chosen = choices(fields);
    return {
      answers: (_: string, data: Answers) => chosen.answers(data),
      words: chosen.words,
      // A path may read one run twice, and find something once.
      given: { 'readDiscoverySummary done nothing found': known.replies?.['readDiscoverySummary']?.['nothing found'] },
      jobs: { startNetworkDiscovery: discovering(agent) },
      place: { route: '/systemDashboard/overview', open: openNew, resumes: true },
      end,
    };
  },
});

async function openNew(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: english.shell.add, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Run Ad Hoc Network Discovery' }).click();
}
