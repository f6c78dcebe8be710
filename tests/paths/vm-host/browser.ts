import type { Page } from 'playwright-core';
import english from '../../../src/public/locales/en-us.json' with { type: 'json' };
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { choices, ownPlace, twoCredentials } from '../browser/own-place.ts';
import { PathAgent, runEnded } from '../browser/path-agent.ts';
import type { Path } from '../generator/path.ts';
import known from './flow.ts';

type Reply = Record<string, unknown>;

const tests = known.replies?.['testVmHost'] ?? {};
const reads = (known.replies?.['readVmHost'] ?? {}) as Record<string, Reply>;
const route = '/deviceSearch';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const place = await ownPlace({ product, cookie });
    const credentials = await twoCredentials(place, 'BASIC');
    const agents = await Promise.all(
      place.locations.map(({ id: locationId }, index) =>
        // What is added is read by its own tests.
        PathAgent.start(
          product,
          cookie,
          { clientId: place.client.id, locationId, name: `delegate-${index + 1}` },
          ['vmhost.test'],
          { readVmHost: never },
        ),
      ),
    );
    const [agent] = agents;
    if (agent === undefined) throw new Error('no agent was started');
    const stored = readOf(path);
    // A credential that was deleted is replaced by the other one.
    const offered = stored?.['credentialId'] === null ? credentials.toReversed() : credentials;
    const chosen = choices({
      clientId: [place.client],
      locationId: place.locations,
      delegateNodeId: agents.map(({ nodeId: id }, index) => ({ id, name: `delegate-${index + 1}` })),
      credentialId: offered,
    });
    const prepared = {
      answers: (_: string, data: Reply) => chosen.answers(data),
      words: chosen.words,
      jobs: { testVmHost: { agent, method: 'vmhost.test' as const } },
      end: async () => {
        await Promise.all(agents.map((one) => one.stop()));
      },
    };
    if (path.input === 'NEW') return { ...prepared, place: { route, open: openNew, resumes: true } };
    const call = (method: string, at: string, body?: unknown) => callByApi(product, cookie, method, at, body);
    const {
      id: _id,
      revision: _revision,
      certificate,
      credentialId,
      ...rest
    } = stored ?? Object.values(reads)[0] ?? {};
    const { hostname, apiPort, ...both } = chosen.answers(rest);
    const [first] = credentials;
    const ofEsxi = { hostname, apiPort, credentialId: first.id, ...(certificate !== '' && { certificate }) };
    const { locationId, ...tested }: Reply = { ...both, ...(both['type'] === 'ESXI' && ofEsxi) };
    const { id: run } = await call('POST', '/node/delegate/vmhost/test', tested);
    (await agent.task('vmhost.test')).finish(Object.values(tests)[0]);
    await runEnded(product, cookie, run);
    const { id } = await call('POST', '/node/delegate/vmhost', { ...tested, locationId, test: run });
    if (credentialId === null && both['type'] === 'ESXI') {
      await call('DELETE', `/credential/${first.id}`);
      // A single one that is left is chosen by itself.
      await place.add('/credential', { name: 'Third', credentialType: 'BASIC', username: 'admin', password: 'secret' });
    }
    const open = async (page: Page) => {
      await page.getByRole('main').getByRole('searchbox').first().fill(place.client.name);
      const row = page.getByRole('main').getByRole('row').filter({ hasText: place.client.name });
      await row.getByRole('button', { name: 'Edit the VM host' }).click();
    };
    return { ...prepared, subject: String(id), place: { route, open, resumes: true } };
  },
});

/** The stored host is of the kind that the path reads. */
function readOf({ steps }: Path): Reply | undefined {
  const read = steps.map(({ move }) => move).find((move) => move.kind === 'done' && move.effect === 'readVmHost');
  return read?.kind === 'done' ? reads[read.reply] : undefined;
}

async function openNew(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: english.shell.add, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add VM host' }).click();
}

const never = (): Promise<never> => new Promise(() => undefined);
