import type { TaskList } from 'graphile-worker';
import { dropOldFiles } from '../attachments/clean-files.ts';
import { processAttachments } from '../attachments/process-attachments.ts';
import { cleanUp } from '../database/clean-up.ts';
import { describeRule } from '../device-alerts/rules.ts';
import { watchDevices } from '../device-alerts/watch-devices.ts';
import { createAlerts } from '../monitors/alerts/alerts.ts';
import { runDirectoryJobs } from '../directory/jobs/run-jobs.ts';
import { runNetworkScans } from '../discovery/scans/run-scans.ts';
import { describeNewDevice } from '../discovery/scans/scan-alerts.ts';
import { createAlertNotices } from '../monitors/alerts/alert-notices.ts';
import { followUpDue } from '../monitors/alerts/follow-up.ts';
import { continueMaintenance } from '../maintenance/recurring.ts';
import { syncPatchSettings } from '../patches/sync-patch-settings.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';
import { runAutomations } from '../policy/run-automations.ts';
import { runReboots } from '../power/run-reboots.ts';
import { commitVersions } from '../studio/repository/commit-versions.ts';
import { publishDue } from '../studio/publish-due.ts';
import type { ReadRecords } from '../studio/stored.ts';
import { purgeDeletions } from '../deletion/purge.ts';

/** Minutely fallback: `wake` sends new deliveries within seconds, and a failed one is due again after its own delay. */
export const crontab = [
  '* * * * * deliver_mail ?max=1',
  '* * * * * deliver_webhooks ?max=1',
  '* * * * * deliver_notifications ?max=1',
  '* * * * * follow_up_alerts ?max=1',
  '* * * * * continue_maintenance ?max=1',
  '* * * * * watch_devices ?max=1',
  '* * * * * sync_patch_settings ?max=1',
  '* * * * * run_directory_jobs ?max=1',
  '* * * * * purge_deletions ?max=1',
  '* * * * * run_network_scans ?max=1',
  '* * * * * process_attachments ?max=1&jobKey=process_attachments',
  '* * * * * run_reboots ?max=1',
  '* * * * * run_automations ?max=1',
  '* * * * * publish_screens ?max=1',
  '* * * * * commit_screens ?max=1',
  '17 * * * * clean_up ?max=1',
].join('\n');

export function tasksOf({
  database,
  secrets,
  mailer,
  webhooks,
  notifications,
  live,
  settings,
  screens,
  log,
  services,
  readRecords,
}: Pick<
  Services,
  'database' | 'secrets' | 'mailer' | 'webhooks' | 'notifications' | 'live' | 'settings' | 'screens'
> & {
  log: Log;
  /** Undefined until the server has started. */
  services(): Services | undefined;
  readRecords: ReadRecords;
}): TaskList {
  const { publicUrl, dataDirectory } = settings;
  const notices = createAlertNotices({ mailer, webhooks, notifications, publicUrl });
  const deviceAlerts = createAlerts({ live, notices, describe: describeRule });
  const scanAlerts = createAlerts({ live, notices, describe: describeNewDevice });
  return {
    deliver_mail: async () => void (await mailer.deliverDue()),
    deliver_webhooks: async () => void (await webhooks.deliverDue()),
    deliver_notifications: async () => void (await notifications.deliverDue()),
    follow_up_alerts: async () => void (await followUpDue(database, notices, live)),
    continue_maintenance: () => continueMaintenance({ database, live }),
    watch_devices: () => watchDevices(database, deviceAlerts),
    sync_patch_settings: () => syncPatchSettings({ database, live }),
    run_directory_jobs: () => runDirectoryJobs({ database, live, secrets }),
    purge_deletions: () => purgeDeletions({ database, secrets, alerts: deviceAlerts }),
    run_network_scans: () => runNetworkScans({ database, live, secrets, alerts: scanAlerts }),
    process_attachments: () => processAttachments({ database, live, settings }),
    run_reboots: () => runReboots({ database, live, secrets }),
    run_automations: () => runAutomations({ database, live, secrets }),
    publish_screens: async () => {
      const all = services();
      if (all !== undefined) await publishDue({ services: all, readRecords });
    },
    commit_screens: () => commitVersions({ database, screens, live, log, settings }),
    clean_up: async () => {
      await cleanUp(database);
      await dropOldFiles(database, dataDirectory);
    },
  };
}
