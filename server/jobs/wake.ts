import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';

/** Runs a task as soon as the caller's transaction has committed; woken many times before it starts, it runs once. */
export function wake(task: 'deliver_mail' | 'deliver_webhooks'): (db: Queries) => Promise<void> {
  return async (db) => {
    await db.execute(sql`select graphile_worker.add_job(${task}, job_key := ${task})`);
  };
}
