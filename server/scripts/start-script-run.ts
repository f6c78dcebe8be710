import { randomUUID } from 'node:crypto';
import { and, eq, inArray, not } from 'drizzle-orm';
import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { scriptRun as method } from '#api/contract/agent-methods/script.ts';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { variableWords } from '#engine/vocabulary/variable-value.ts';
import { holds } from '../access/permissions.ts';
import { signedIn } from '../access/signed-in.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { script, scriptRun } from '../database/schema/script.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { runnableCategories } from './category-access.ts';
import { contentOf } from './run-content.ts';
import { startOnDevice, type TargetDevice } from './start-on-device.ts';

type Asked = BodyOf<Catalogue['startScriptRun']>;

/**
 * Runs the latest text of a script on devices, each in a run of its own. Where a device cannot run it, its run ends at once and says why.
 * @throws Refused `not_found`, `forbidden`, `invalid_input`
 */
export async function startScriptRun(context: CallContext, asked: Asked): Promise<{ id: string; name: string }> {
  const { db, now, actor } = context;
  const [row] = await db.select().from(script).where(eq(script.id, asked.scriptId)).for('key share');
  const mayRun = await runnableCategories(db, actor);
  if (!row || !row.categoriesIds.some(mayRun)) throw new Refused('not_found');
  const variables = checkVariables(row.scriptVariables, asked.variables);
  const devices = await targetDevices(context, asked.deviceIds);
  const content = await contentOf(db, row, row.version);
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
    '/parameters':
      bytesOf([content.kind === 'script' ? content.text : '', run.parameters, variables]) > method.budget.params - 5000
        ? 'The script and its inputs are too large together to be sent to a device'
        : undefined,
  });
  await db.insert(scriptRun).values({ ...run, userId: signedIn(actor).userId, createdAt: now });
  const scope = { operatingSystems: row.operatingSystems, content };
  for (const device of devices) await startOnDevice(context, { ...run, ...scope }, device, 1);
  return { id: run.id, name: row.name };
}

/**
 * Devices that the caller sees and may change, as targets. A device that it does not see is refused as if there were none.
 * @throws Refused `not_found`, `forbidden`
 */
export async function targetDevices({ db, actor }: CallContext, ids: readonly number[]): Promise<TargetDevice[]> {
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

/** The values of the variables that the script has, with its defaults (C12-41). @throws Refused `invalid_input` */
function checkVariables(
  known: (typeof script.$inferSelect)['scriptVariables'],
  given: Asked['variables'],
): { name: string; value: string }[] {
  const foreign = given.filter(({ name }) => !known.some(({ calculatedName }) => calculatedName === name));
  const values = known.map(({ calculatedName, defaultValue, type }) => ({
    name: calculatedName,
    value:
      given.find(({ name }) => name === calculatedName)?.value ??
      (type === 'CHECKBOX' && defaultValue === '' ? 'false' : defaultValue),
  }));
  requireFields({
    '/variables': foreign.length > 0 ? 'The script has no such variable' : undefined,
    ...Object.fromEntries(
      known.map((variable, index) => [
        `/variables/${variable.calculatedName}`,
        variableWords(variable, values[index]?.value ?? ''),
      ]),
    ),
  });
  return values;
}
