// deletion: the built product deletes an organization with 10,000 devices and their history. Default: BENCH_DEVICES=10000.
// deletion.kills: kill -9 at every write of a deletion, its undo and its purge leaves all or nothing.
import { callByApi } from '../../product/person.ts';
import { rounded, type Bench, type BenchResult } from '../bench.ts';
import { killDeletions, killPurge, purge } from './atomic.ts';
import { plantSteps } from './kills.ts';
import { plantOrganization, startSite, type DeletionSite } from './site.ts';

const devices = Number(process.env['BENCH_DEVICES'] ?? 10_000);
/** Devices of the organization that is killed at: three batches of the purge. */
const fewer = 450;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return rounded((performance.now() - begun) / 1000);
}

function figure(name: string, value: number, most: number): BenchResult {
  return {
    name,
    value,
    unit: 's',
    goal: `<= ${most} s`,
    holds: value <= most,
    baseline: { name: 'devices', value: devices },
  };
}

async function measureTimes(site: DeletionSite): Promise<BenchResult[]> {
  const id = await plantOrganization(site, 'Acme', devices);
  const call = (method: string, path: string) => callByApi(site.product, site.cookie, method, path);
  const planned = await seconds(() => call('GET', `/client/${id}/delete/plan`));
  let deletionId = 0;
  const remove = async () => {
    deletionId = Number((await call('DELETE', `/client/${id}`))['deletionId']);
  };
  const removed = await seconds(remove);
  const undone = await seconds(() => call('POST', `/deletion/${deletionId}/undo`));
  await remove();
  await site.sql(`update deletion set purge_at = now() - interval '1 second'`);
  const purged = await seconds(() => purge(site));
  return [
    figure('deletion', removed, 5),
    figure('deletion.plan', planned, 5),
    figure('deletion.undo', undone, 5),
    // In the background, 15 minutes later.
    figure('deletion.purge', purged, 120),
  ];
}

async function measureKills(site: DeletionSite): Promise<BenchResult> {
  const id = await plantOrganization(site, 'Bolt', fewer);
  await plantSteps(site);
  const [deletions, purges] = [await killDeletions(site, id), await killPurge(site, id)];
  const half = [...deletions.half, ...purges.half];
  for (const place of half) console.error(place);
  const kills = `${deletions.kills} of deletions and undos, ${purges.kills} of the purge`;
  const goal = `<= 0 half done after a kill at each step (${kills})`;
  const holds = half.length === 0 && deletions.kills >= 10 && purges.kills >= 6;
  return { name: 'deletion.kills', value: half.length, unit: 'lines', goal, holds };
}

export const bench: Bench = {
  names: ['deletion'],
  async run() {
    const site = await startSite();
    try {
      return [...(await measureTimes(site)), await measureKills(site)];
    } finally {
      await site.dispose();
    }
  },
};
