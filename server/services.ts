import type { Pool } from 'pg';
import type { AuditTrail } from './audit/trail.ts';
import type { Monitors } from './monitors/monitors.ts';
import type { AgentHub } from './agents/agent-hub.ts';
import type { Live } from './live/messages.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { FailedAttempts } from './accounts/failed-attempts.ts';
import type { Sessions } from './accounts/sessions.ts';
import type { SetupDoor } from './accounts/setup-door.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Database } from './database/database.ts';
import type { PageErrors } from './division/page-errors.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { PublicStatus } from './status/public-status.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What the handlers and the background work share; made once at start. Each area adds its own service here. */
export interface Services {
  settings: Settings;
  database: Database;
  pool: Pool;
  /** By `createScreens()`. */
  screens: ScreenLibrary;
  /** By `createSecrets(dataDirectory)`. */
  secrets: Secrets;
  /** By `keepTrail(…)`. */
  auditTrail: AuditTrail;
  /** By `createSessions(database)`; `forget(ids)` on every live message `user` and `session`. */
  sessions: Sessions;
  /** By `createFailedAttempts(recordFailed(database, secrets, warn))`. */
  failedAttempts: FailedAttempts;
  /** By `createSetupDoor({ database, dataDirectory, givenToken })`. */
  setup: SetupDoor;
  /** By `createMailer({ database, secrets, mail, warn })`; `deliverDue()` is a job. */
  mailer: Mailer;
  /** By `createWebhooks({ database, secrets, send: createSend(database), warn })`; `deliverDue()` is a job. */
  webhooks: Webhooks;
  /** By `createNotifications({ database, secrets, mailer, send: createSend(database), warn })`; `deliverDue()` is a job. */
  notifications: Notifications;
  /** By `startJobs(…)`. */
  jobs: Jobs;
  /** By `createLive(connection)`. */
  live: Live;
  /** By `createAgentHub(…)`. */
  agents: AgentHub;
  /** By `createMonitors(…)`. */
  monitors: Monitors;
  /** By `createPublicStatus(database)`. */
  publicStatus: PublicStatus;
  /** By `createPageErrors()`. */
  pageErrors: PageErrors;
}
