import { sql } from 'drizzle-orm';
import { isStandingNode } from '../access/visibility.ts';
import { agentNodeType } from '../agents/node-class.ts';
import type { Database } from '../database/database.ts';
import { devicePatchSettings } from '../database/schema/patch-settings.ts';
import { changeStates } from '../desired-state/desired-state.ts';
import type { Live } from '../live/messages.ts';
import { effectivePolicyId, effectivePolicyJoins } from '../policy/effective.ts';
import { enforced, readPolicyTree } from '../policy/resolve.ts';
import { defaultPatches } from './default-patches.ts';
import { patchesOf } from './resolve-patches.ts';

/** Devices of one transaction. */
const mostAtOnce = 1000;

interface Tools {
  database: Database;
  live: Pick<Live, 'announce'>;
}

/**
 * The job of every minute: compares the patch settings that each device should have with those that it was last to have, and gives each
 * device that differs a new version. Policies, assignments, classes and maintenance change in many places; none of them has to say so.
 * Of several servers one gives a device its version: the row of the device decides.
 */
export async function syncPatchSettings(tools: Tools, now: Date = new Date()): Promise<void> {
  while ((await syncSome(tools, now)) === mostAtOnce);
}

async function syncSome({ database, live }: Tools, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    const tree = await readPolicyTree(tx);
    const managed = enforced(tree)
      .map(({ id }) => ({ policyId: id, settings: patchesOf(tree, id) }))
      .filter(({ settings }) => settings.enabled);
    const isHeld = sql`exists (select 1 from maintenance_window w where w.node_id = n.id and w.starts_at <= ${now.toISOString()}
      and (w.ends_at is null or w.ends_at > ${now.toISOString()}) and (w.options ->> 'patching')::boolean)`;
    // A device that no policy has ever managed has no row, and gets none. One that is no longer managed is told once that it is not.
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into ${devicePatchSettings} as s (node_id, settings)
      select w.node_id, w.settings from (
        select n.id as node_id, had.settings as had, case when m.settings is null then ${JSON.stringify({ ...defaultPatches, held: false })}::jsonb
          else m.settings || jsonb_build_object('held', ${isHeld}) end as settings
        from node n join agent a on a.node_id = n.id ${effectivePolicyJoins}
        left join json_to_recordset(${JSON.stringify(managed)}::json) as m("policyId" int, settings jsonb) on m."policyId" = ${effectivePolicyId}
        left join ${devicePatchSettings} had on had.node_id = n.id
        where n.node_type = ${agentNodeType} and ${isStandingNode('n')} and (m.settings is not null or had.node_id is not null)) w
      where w.had is distinct from w.settings
      order by w.node_id limit ${mostAtOnce}
      on conflict (node_id) do update set settings = excluded.settings where s.settings is distinct from excluded.settings
      returning s.node_id as id`);
    const ids = rows.map(({ id }) => id);
    await changeStates(tx, ids, 'patch-settings', now);
    if (ids.length > 0) await live.announce(tx, 'node', ids);
    return ids.length;
  });
}
