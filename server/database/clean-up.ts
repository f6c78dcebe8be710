import { dropOldInvitations } from '../accounts/invitations.ts';
import { dropOldSessions } from '../accounts/sessions.ts';
import { dropOldFailures } from '../accounts/throttle.ts';
import { dropOldDrafts } from '../drafts/drafts.ts';
import { dropClosedEditors } from '../editors/editors.ts';
import { dropOldImports } from '../monitors/transfer/imports.ts';
import { dropOldDeliveries } from '../deliveries/delivery-queue.ts';
import { dropOldReplies } from '../http/idempotency.ts';
import { dropOldRuns } from '../runs/expire-runs.ts';
import { dropOldStatusIncidents } from '../status/posted-incidents.ts';
import type { Database } from './database.ts';

/** Drops what has had its time, for the `clean-up` job once an hour. The audit trail stays. */
export async function cleanUp(database: Database, now: Date = new Date()): Promise<void> {
  await dropOldSessions(database, now);
  await dropOldInvitations(database, now);
  await dropOldFailures(database, now);
  await dropOldDrafts(database, now);
  await dropOldDeliveries(database, now);
  await dropOldReplies(database, now);
  await dropOldImports(database, now);
  await dropOldStatusIncidents(database, now);
  await dropOldRuns(database, now);
  await dropClosedEditors(database, now);
}
