import { dropOldInvitations } from '../accounts/invitations.ts';
import { dropOldSessions } from '../accounts/sessions.ts';
import { dropOldFailures } from '../accounts/throttle.ts';
import { dropOldDrafts } from '../drafts/drafts.ts';
import { dropClosedEditors } from '../editors/editors.ts';
import { dropOldImports } from '../monitors/transfer/imports.ts';
import { dropOldDeliveries } from '../deliveries/delivery-queue.ts';
import { dropOldRecordings } from '../paths/recordings.ts';
import { pruneSamples } from '../performance/prune-samples.ts';
import { dropOldReboots } from '../power/run-reboots.ts';
import { dropOldReplies } from '../replies/stored-replies.ts';
import { dropOldRuns } from '../runs/expire-runs.ts';
import { dropOldScriptRuns } from '../scripts/drop-old-runs.ts';
import { dropOldStatusIncidents } from '../status/posted-incidents.ts';
import { dropOldTexts } from '../text-messages/take-text.ts';
import { dropOldUploads } from '../uploads/uploads.ts';
import type { Database } from './database.ts';

/** Deletes expired rows, for the hourly `clean-up` job. The audit trail is kept. */
export async function cleanUp(database: Database, now: Date = new Date()): Promise<void> {
  await dropOldSessions(database, now);
  await dropOldInvitations(database, now);
  await dropOldFailures(database, now);
  await dropOldDrafts(database, now);
  await dropOldDeliveries(database, now);
  await dropOldTexts(database, now);
  await dropOldReplies(database, now);
  await dropOldImports(database, now);
  await dropOldUploads(database, now);
  await dropOldStatusIncidents(database, now);
  await dropOldRuns(database, now);
  await dropOldScriptRuns(database, now);
  await dropOldReboots(database, now);
  await dropClosedEditors(database, now);
  await dropOldRecordings(database, now);
  await pruneSamples(database, now);
}
