import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import { holds, holdsEverywhere } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { run } from '../database/schema/runs.ts';
import { scriptRun, scriptRunDevice } from '../database/schema/script.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';

type Reading = Pick<CallContext, 'db' | 'actor'>;
type ScriptRunReply = ReplyOf<Catalogue['readScriptRun']>;
export type DeviceRun = ScriptRunReply['devices'][number];
type Listed = ReplyOf<Catalogue['listScriptRuns']>;
type Result = Partial<Pick<DeviceRun, 'outcome' | 'exitCode' | 'cut'>> | null;

/** Runs of a list. */
const MOST_LISTED = 20;

const startedBy = personName();
const failed = sql`(${run.state} in ('refused', 'interrupted', 'cancelled') or (${run.state} = 'done'
  and (${run.result} ->> 'outcome' <> 'exited' or ${run.result} ->> 'exitCode' <> '0')))`;

/** A script run, for whoever sees one of its devices. @throws Refused `not_found` */
export async function readScriptRun({ db, actor }: Reading, id: string): Promise<ScriptRunReply> {
  const [row] = await db
    .select({ scriptRun, startedBy })
    .from(scriptRun)
    .leftJoin(appUser, eq(appUser.id, scriptRun.userId))
    .where(eq(scriptRun.id, id));
  const runs = row ? await deviceRuns({ db, actor }, eq(scriptRunDevice.scriptRunId, id)) : [];
  const devices = runs.map((each) => {
    const { attempt: _, ...device } = each;
    return device;
  });
  if (!row || devices.length === 0) throw new Refused('not_found');
  const { parameters, variables, runAs, timeoutSeconds } = row.scriptRun;
  return { ...toRow(row.scriptRun, row.startedBy, actor), parameters, variables, runAs, timeoutSeconds, devices };
}

/** The latest of a script or of a device, as far as the caller sees their devices. */
export async function listScriptRuns(
  { db, actor }: Reading,
  { scriptId, deviceId }: QueryOf<Catalogue['listScriptRuns']>,
): Promise<Listed> {
  const rows = await db
    .select({
      scriptRun,
      startedBy,
      devices: count(),
      running: sql<number>`(count(*) filter (where ${run.state} in ('queued', 'running')))::int`,
      failed: sql<number>`(count(*) filter (where ${failed}))::int`,
      state: sql<DeviceRun['state']>`max(${run.state})`,
      result: sql<Result>`(array_agg(${run.result}))[1]`,
    })
    .from(scriptRun)
    .innerJoin(scriptRunDevice, and(eq(scriptRunDevice.scriptRunId, scriptRun.id), scriptRunDevice.latest))
    .innerJoin(run, eq(run.id, scriptRunDevice.runId))
    .innerJoin(node, eq(node.id, scriptRunDevice.nodeId))
    .leftJoin(appUser, eq(appUser.id, scriptRun.userId))
    .where(
      and(
        visibleNodes(actor),
        scriptId === undefined ? undefined : eq(scriptRun.scriptId, scriptId),
        deviceId === undefined ? undefined : eq(scriptRunDevice.nodeId, deviceId),
      ),
    )
    .groupBy(scriptRun.id, appUser.id)
    .orderBy(desc(scriptRun.createdAt), desc(scriptRun.id))
    .limit(MOST_LISTED);
  return rows.map(({ scriptRun: of, startedBy: by, state, result, ...counts }) => ({
    ...toRow(of, by, actor),
    ...counts,
    state: deviceId === undefined ? null : state,
    outcome: deviceId === undefined ? null : (result?.outcome ?? null),
    exitCode: deviceId === undefined ? null : (result?.exitCode ?? null),
  }));
}

/** The latest runs of a script run that failed, or that are under way, on devices that the caller sees. */
export async function devicesThat(
  reading: Reading,
  id: string,
  are: 'failed' | 'running',
): Promise<(DeviceRun & { attempt: number })[]> {
  const state = are === 'failed' ? failed : inArray(run.state, ['queued', 'running']);
  return deviceRuns(reading, and(eq(scriptRunDevice.scriptRunId, id), state));
}

async function deviceRuns({ db, actor }: Reading, where: SQL | undefined) {
  const rows = await db
    .select({ run, node, clientName: organization.name, attempt: scriptRunDevice.attempt })
    .from(scriptRunDevice)
    .innerJoin(run, eq(run.id, scriptRunDevice.runId))
    .innerJoin(node, eq(node.id, scriptRunDevice.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(and(where, scriptRunDevice.latest, visibleNodes(actor)))
    .orderBy(sql`lower(coalesce(nullif(${node.friendlyName}, ''), ${node.name}))`, node.id);
  return rows.map(({ run: of, node: device, clientName, attempt }) => {
    const result = of.result as Result;
    return {
      runId: of.id,
      nodeId: device.id,
      nodeName: device.friendlyName || device.name,
      clientName,
      state: of.state,
      cancelRequested: of.cancelRequested,
      outcome: result?.outcome ?? null,
      exitCode: result?.exitCode ?? null,
      cut: result?.cut ?? false,
      message: of.refusal?.message ?? '',
      startedAt: of.createdAt.toISOString(),
      endedAt: of.endedAt?.toISOString() ?? null,
      attempt,
    };
  });
}

function toRow(
  { id, scriptId, scriptName, version, language, policyId, policyName, createdAt }: typeof scriptRun.$inferSelect,
  by: string,
  actor: Actor,
): Omit<Listed[number], 'devices' | 'running' | 'failed' | 'state' | 'outcome' | 'exitCode'> {
  // Nobody can be asked about a policy that was removed: who sees all policies reads its name.
  const seen = policyId === null ? holdsEverywhere(actor, 'POLICY:View') : holds(actor, 'POLICY:View', policyId);
  const policy = policyName === '' ? null : { id: seen ? policyId : null, name: seen ? policyName : '' };
  return { id, scriptId, scriptName, version, language, startedBy: by, policy, createdAt: createdAt.toISOString() };
}
