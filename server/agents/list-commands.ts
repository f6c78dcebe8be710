import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import { agentMethodOf, agentMethods, type AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext } from '../context.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { appUser } from '../database/schema/users.ts';
import { run } from '../database/schema/runs.ts';
import { toRun, visibleRuns } from '../runs/own-run.ts';
import { agentCommandRuns } from './command-runs.ts';
import { runPrefix } from './command-queue.ts';
import { readDevice } from './devices.ts';
import { inabilityOf } from './inability.ts';

/** Entries of a list among the parameters that a list of commands shows. */
const LONGEST_LIST = 16;

/** The commands of a device, the latest first, for whoever sees the device. @throws Refused `not_found` */
export async function listCommands(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  nodeId: number,
  { limit = 20, offset = 0 }: QueryOf<Catalogue['listDeviceCommands']>,
): Promise<ReplyOf<Catalogue['listDeviceCommands']>> {
  const { db, actor, now } = context;
  const { id, clientId, agent } = await readDevice(db, actor, nodeId);
  const kinds = agentCommandRuns.map(({ name }) => name);
  const where = and(eq(run.subject, String(id)), inArray(run.kind, kinds), visibleRuns(context, agentCommandRuns));
  const rows = await db
    .select({ run, params: agentCommand.params, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(run)
    .leftJoin(agentCommand, eq(agentCommand.id, run.id))
    .leftJoin(appUser, eq(appUser.id, run.userId))
    .where(where)
    .orderBy(desc(run.createdAt), desc(run.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(run).where(where);
  return {
    items: rows.map(({ run: row, params, firstName, lastName }) => ({
      run: toRun(row, now),
      method: row.kind.slice(runPrefix.length),
      params: shortParams(params ?? {}),
      startedBy: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
    })),
    total: all?.total ?? 0,
    methods: (agent ? (Object.keys(agentMethods) as AgentMethod[]) : []).map((name) => ({
      name,
      may: agentMethodOf(name).startedBy === undefined && holds(actor, agentMethodOf(name).permission, clientId),
      inability: (agent && inabilityOf(agent, name)) ?? null,
    })),
  };
}

/** Without long lists: a discovery has thousands of addresses. */
function shortParams(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).filter(([, value]) => !Array.isArray(value) || value.length <= LONGEST_LIST),
  );
}
