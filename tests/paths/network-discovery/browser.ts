import type { Page } from 'playwright-core';
import type { Answers } from '#engine/flow/flow.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';
import { choices } from '../browser/own-place.ts';
import { discovering } from '../browser/discovering.ts';
import { discoveredRun } from '../browser/discovered-run.ts';
import { ownProbes } from '../browser/own-probes.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const probes = await ownProbes({ product, cookie });
    const chosen = choices(probes.fields);
    const prepared = {
      answers: (_: string, data: Answers) => chosen.answers(data),
      words: chosen.words,
      jobs: { startNetworkDiscovery: discovering(probes.agent) },
      end: probes.end,
    };
    if (path.input === 'NEW') return { ...prepared, ...inModal('/deviceSearch', 'Add NMS device') };
    // The results of a discovery that has ended are opened on its page.
    const run = await discoveredRun({ product, cookie }, probes);
    const open = (page: Page) =>
      page.getByRole('main').getByRole('button', { name: 'Add devices', exact: true }).first().click();
    const route = `/networkDiscovery/${run}`;
    return { ...prepared, subject: run, place: { route, open, resumes: true } };
  },
});
