import type { AlertNews } from '../../database/schema/monitors.ts';

/** Whether news of an alert is told now, and what is owed afterwards. */
interface Told {
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
