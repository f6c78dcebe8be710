import type { TaskList } from 'graphile-worker';
import { cleanUp } from '../database/clean-up.ts';
import type { Services } from '../services.ts';

/** Mail and deliveries leave within seconds; what failed is due again after its own wait. */
export const crontab = [
  '* * * * * deliver_mail ?max=1',
  '* * * * * deliver_webhooks ?max=1',
  '* * * * * deliver_notifications ?max=1',
  '17 * * * * clean_up ?max=1',
].join('\n');

export function tasksOf({
  database,
  mailer,
  webhooks,
  notifications,
}: Pick<Services, 'database' | 'mailer' | 'webhooks' | 'notifications'>): TaskList {
  return {
    deliver_mail: async () => void (await mailer.deliverDue()),
    deliver_webhooks: async () => void (await webhooks.deliverDue()),
    deliver_notifications: async () => void (await notifications.deliverDue()),
    clean_up: async () => cleanUp(database),
  };
}
