import type { AlertNews } from '../../database/schema/monitors.ts';
import type { AlertRow } from './alert-row.ts';

/** Whether news of an alert is told now, and what is owed afterwards. */
export interface Told {
  tells: boolean;
  owed: AlertNews | null;
}

/**
 * What becomes of news for one kind of receiver. In quiet (maintenance) it waits for the end; who was not told that an
 * alert was raised is not told that it is over either.
 */
export function told(news: AlertNews, { quiet, owed }: { quiet: boolean; owed: AlertNews | null }): Told {
  if (news !== 'raised' && owed === 'raised') return { tells: false, owed: null };
  return quiet ? { tells: false, owed: news } : { tells: true, owed: null };
}

type Receivers = Pick<
  AlertRow,
  | 'notificationAction'
  | 'notifiedTechnicians'
  | 'notificationChannelIds'
  | 'notifiedChannelIds'
  | 'techniciansOwed'
  | 'channelsOwed'
>;

/** Who would have had the news but for maintenance. That an alert is over is no news for who was never told of it. */
export function heldBy(
  row: Receivers,
  news: AlertNews,
  { technicians, channels }: { technicians: Told; channels: Told },
): ('TECHNICIANS' | 'CHANNELS')[] {
  const raised = news === 'raised';
  const mails = raised ? row.notificationAction === 'SEND' : row.notifiedTechnicians;
  const channelIds = raised ? (row.notificationChannelIds ?? []) : row.notifiedChannelIds;
  return [
    ...(technicians.owed === news && mails ? (['TECHNICIANS'] as const) : []),
    ...(channels.owed === news && channelIds.length > 0 ? (['CHANNELS'] as const) : []),
  ];
}
