import { eq } from 'drizzle-orm';
import type { CallContext, WriteContext } from '../context.ts';
import { script, scriptRun } from '../database/schema/script.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { runKinds } from '../runs/kinds.ts';
import { Refused } from '../refused.ts';
import { runnableCategories } from './category-access.ts';
import { devicesThat, readScriptRun } from './read-runs.ts';
import { contentOf } from './run-content.ts';
import { startOnDevices } from './start-on-device.ts';
import { requireRunnableSteps, targetDevices } from './start-script-run.ts';

/**
 * Runs the same version with the same inputs again on the devices on which it failed. Returns how many.
 * @throws Refused `not_found`, `forbidden`
 */
export async function retryScriptRun(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  id: string,
): Promise<number> {
  const { db, actor } = context;
  await readScriptRun(context, id);
  const [row] = await db
    .select({ scriptRun, script })
    .from(scriptRun)
    .innerJoin(script, eq(script.id, scriptRun.scriptId))
    .where(eq(scriptRun.id, id))
    // Two retries at the same time start each device once.
    .for('update', { of: scriptRun });
  const mayRun = await runnableCategories(db, actor);
  if (!row || !row.script.categoriesIds.some(mayRun)) throw new Refused('not_found');
  const { userId: _, createdAt: __, policyId: ___, policyName: ____, ...asked } = row.scriptRun;
  const failed = await devicesThat(context, id, 'failed');
  const devices = await targetDevices(
    context,
    failed.map(({ nodeId }) => nodeId),
  );
  const content = await contentOf(db, row.script, asked.version);
  requireRunnableSteps(content, mayRun);
  const run = { ...asked, scriptId: row.script.id, operatingSystems: row.script.operatingSystems, content };
  await startOnDevices(
    context,
    run,
    devices.map((device) => {
      const before = failed.find(({ nodeId }) => nodeId === device.node.id);
      return { device, attempt: (before?.attempt ?? 0) + 1 };
    }),
  );
  return devices.length;
}

/** Stops the script where it runs and the caller may stop it. Returns on how many devices. @throws Refused `not_found`, `forbidden` */
export async function cancelScriptRun(context: CallContext, id: string): Promise<number> {
  await readScriptRun(context, id);
  const running = await devicesThat(context, id, 'running');
  let stopping = 0;
  for (const { runId } of running) {
    try {
      await cancelRun(context, runKinds, runId);
      stopping += 1;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'forbidden') throw error;
    }
  }
  if (running.length > 0 && stopping === 0) throw new Refused('forbidden');
  return stopping;
}
