import { and, lt, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { policyAutomationTarget } from '../database/schema/policy-automations.ts';
import { scriptRun, scriptRunDevice } from '../database/schema/script.ts';

/** As long as the run of a device is kept, and a day more. */
const KEPT_DAYS = 8;

/** Removes script runs of which nothing is left on any device, for the hourly clean-up. */
export async function dropOldScriptRuns(db: Queries, now: Date): Promise<void> {
  const started = sql`select 1 from ${scriptRunDevice} where ${scriptRunDevice.scriptRunId} = ${scriptRun.id}`;
  const waits = sql`select 1 from ${policyAutomationTarget} where ${policyAutomationTarget.scriptRunId} = ${scriptRun.id}`;
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db
    .delete(scriptRun)
    .where(and(lt(scriptRun.createdAt, before), sql`not exists (${started}) and not exists (${waits})`));
}
