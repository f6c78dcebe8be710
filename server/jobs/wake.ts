import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';

/**
 * Runs a task after the caller's transaction commits, or at a later time in whole seconds. Several calls for the same
 * time run it once.
 */
export type Wake = (db: Queries, at?: Date) => Promise<void>;

export function wake(
  task:
    | 'deliver_mail'
    | 'deliver_webhooks'
    | 'deliver_notifications'
    | 'follow_up_alerts'
    | 'run_directory_jobs'
    | 'run_network_scans'
    | 'process_attachments'
    | 'run_reboots'
    | 'run_automations'
    | 'publish_screens'
    | 'commit_screens',
): Wake {
  return async (db, at) => {
    const second = at && new Date(Math.ceil(at.getTime() / 1000) * 1000).toISOString();
    const key = second === undefined ? task : `${task} ${second}`;
    await db.execute(
      sql`select graphile_worker.add_job(${task}, job_key := ${key}, run_at := ${second ?? null}::timestamptz)`,
    );
  };
}
