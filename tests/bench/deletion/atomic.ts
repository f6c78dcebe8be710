import { setTimeout as sleep } from 'node:timers/promises';
import { killAt } from './kills.ts';
import { rollups, samples, type DeletionSite } from './site.ts';

/** What the kills found: how many there were, and where something was half done. */
export interface Kills {
  kills: number;
  half: string[];
}

/** More steps than there are. */
const MOST_STEPS = 60;

interface Answer {
  status: number;
  deletionId: number;
}

async function send({ product, cookie }: DeletionSite, method: string, path: string, key: string): Promise<Answer> {
  const headers = { cookie, origin: product.url, 'idempotency-key': key };
  const answer = await fetch(`${product.url}/api${path}`, { method, headers });
  const reply = (await answer.json()) as { deletionId?: number };
  return { status: answer.status, deletionId: reply.deletionId ?? 0 };
}

/** The traces of one deletion or undo: all of them are there, or none is. */
async function traces({ sql }: DeletionSite, organization: number): Promise<string> {
  const [row] = await sql(
    `select (select count(*) from deletion)::int as deletions,
      (select count(*) from organization where id = $1::int and deletion_id is not null)::int as marks,
      (select count(*) from audit where action = 'ORGANIZATION_DELETED' and entity_id = $1::text)::int as deleted,
      (select count(*) from audit where action = 'ORGANIZATION_RESTORED' and entity_id = $1::text)::int as restored`,
    [organization],
  );
  const { deletions, marks, deleted, restored } = row as Record<'deletions' | 'marks' | 'deleted' | 'restored', number>;
  if (deletions !== marks || marks !== deleted - restored) return `half: ${JSON.stringify(row)}`;
  return deletions === 1 ? 'deleted' : 'stands';
}

/** Kills at every step of the deletion, and of its undo. After each kill the same request is sent again, with the same key. */
export async function killDeletions(site: DeletionSite, organization: number): Promise<Kills> {
  const found: Kills = { kills: 0, half: [] };
  let deletionId = 0;
  const ways = [
    {
      path: () => [`DELETE`, `/client/${organization}`] as const,
      back: () => send(site, 'POST', `/deletion/${deletionId}/undo`, crypto.randomUUID()),
      then: 'deleted',
    },
    {
      path: () => [`POST`, `/deletion/${deletionId}/undo`] as const,
      back: () => send(site, 'DELETE', `/client/${organization}`, crypto.randomUUID()),
      then: 'stands',
    },
  ];
  for (const { path, back, then } of ways)
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      const key = crypto.randomUUID();
      const [method, route] = path();
      const reached = await killAt(site, step, () => send(site, method, route, key));
      const [after, place] = [await traces(site, organization), `${method} at step ${step}`];
      if (after.startsWith('half')) found.half.push(`${place}: ${after}`);
      const again = await send(site, method, route, key);
      if (again.deletionId > 0) deletionId = again.deletionId;
      const end = await traces(site, organization);
      if (again.status !== 200 || end !== then) found.half.push(`${place}, again: ${again.status} ${end}`);
      if (!reached) break;
      found.kills += 1;
      const undone = await back();
      if (undone.deletionId > 0) deletionId = undone.deletionId;
    }
  return found;
}

/** Kills at every step of the purge; it goes on until nothing is left. A device is there with all of its history, or is gone with it. */
export async function killPurge(site: DeletionSite, organization: number): Promise<Kills> {
  const found: Kills = { kills: 0, half: [] };
  await send(site, 'DELETE', `/client/${organization}`, crypto.randomUUID());
  await site.sql(`update deletion set purge_at = now() - interval '1 second'`);
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const reached = await killAt(site, step, (isKilled) => purge(site, isKilled));
    const half = await historyProblem(site, organization);
    if (half) found.half.push(`purge at step ${step}: ${half}`);
    if (!reached) break;
    found.kills += 1;
  }
  if ((await site.number(`select count(*) from organization where id = $1`, [organization])) > 0)
    found.half.push('the purge did not end');
  return found;
}

/** Asks the job to run now, and waits until nothing is left to purge or the server is killed. */
export async function purge({ sql, number }: DeletionSite, isKilled = () => false): Promise<void> {
  await sql(`select graphile_worker.add_job('purge_deletions', '{}', job_key := 'bench')`);
  while (!isKilled() && (await number('select count(*) from deletion')) > 0) await sleep(20);
}

async function historyProblem({ number }: DeletionSite, organization: number): Promise<string> {
  const nodes = await number(`select count(*) from node where organization_id = $1`, [organization]);
  const counts = {
    agent: [1, `select count(*) from agent`],
    performance_sample: [2 * samples, `select count(*) from performance_sample`],
    performance_rollup: [2 * rollups, `select count(*) from performance_rollup`],
    monitor_result: [24, `select count(*) from monitor_result`],
  } as const;
  for (const [table, [each, text]] of Object.entries(counts)) {
    const rows = await number(text);
    if (rows !== nodes * each) return `${nodes} devices with ${rows} rows of ${table}`;
  }
  const stands = await number(`select count(*) from organization where id = $1`, [organization]);
  return stands === 0 && nodes > 0 ? `${nodes} devices without their organization` : '';
}
