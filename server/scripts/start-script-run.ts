import { randomUUID } from 'node:crypto';
import { and, eq, inArray, not } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { signedIn } from '../access/signed-in.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { script, scriptRun } from '../database/schema/script.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { runnableCategories } from './category-access.ts';
import { contentOf, type RunContent } from './run-content.ts';
import { fitsMessage, variableProblems, variablesOf } from './script-variables.ts';
import { startOnDevices, type TargetDevice } from './start-on-device.ts';

type Asked = BodyOf<Catalogue['startScriptRun']>;

/**
 * Runs the latest text of a script on devices, each in a run of its own. Where a device cannot run it, its run ends at once and says why.
 * @throws Refused `not_found`, `forbidden`, `invalid_input`
 */
export async function startScriptRun(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  asked: Asked,
): Promise<{ id: string; name: string }> {
  const { db, now, actor } = context;
  const [row] = await db.select().from(script).where(eq(script.id, asked.scriptId)).for('key share');
  const mayRun = await runnableCategories(db, actor);
  if (!row || !row.categoriesIds.some(mayRun)) throw new Refused('not_found');
  requireFields(variableProblems(row.scriptVariables, asked.variables));
  const variables = variablesOf(row.scriptVariables, asked.variables);
  const devices = await targetDevices(context, asked.deviceIds);
  const content = await contentOf(db, row, row.version);
  requireRunnableSteps(content, mayRun);
  const { parameters, runAs, timeoutSeconds } = asked;
  const run = {
    id: randomUUID(),
    scriptId: row.id,
    scriptName: row.name,
    version: row.version,
    language: row.language,
    parameters: parameters.trim(),
    variables,
    runAs,
    timeoutSeconds,
  };
  requireFields({
    '/parameters': fitsMessage(content, run.parameters, variables)
      ? undefined
      : 'The script and its inputs are too large together to be sent to a device',
  });
  await db.insert(scriptRun).values({ ...run, userId: signedIn(actor).userId, createdAt: now });
  const scope = { operatingSystems: row.operatingSystems, content };
  await startOnDevices(
    context,
    { ...run, ...scope },
    devices.map((device) => ({ device, attempt: 1 })),
  );
  return { id: run.id, name: row.name };
}

/**
 * Devices that the caller sees and may change, as targets. A device that it does not see is refused as if there were none.
 * @throws Refused `not_found`, `forbidden`
 */
export async function targetDevices(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<TargetDevice[]> {
  const rows = await db
    .select({ node, agent })
    .from(node)
    .leftJoin(agent, eq(agent.nodeId, node.id))
    .where(and(inArray(node.id, [...ids]), visibleNodes(actor), not(isMonitor)))
    .orderBy(node.id);
  if (rows.length < ids.length) throw new Refused('not_found');
  if (rows.some((row) => !holds(actor, 'NODE:Update', row.node.organizationId))) throw new Refused('forbidden');
  return rows;
}

/** Whoever runs an installer runs the scripts before and after it as well. @throws Refused `forbidden` */
export function requireRunnableSteps(content: RunContent, mayRun: (categoryId: number) => boolean): void {
  if (content.kind === 'installer' && !content.steps.categories.every((of) => of.some(mayRun)))
    throw new Refused('forbidden');
}
