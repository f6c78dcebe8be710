import type { Static } from 'typebox';
import type { ImportRow, MonitorImport } from '#api/contract/monitor-transfer.ts';

export type ReportRow = Static<typeof ImportRow>;
/** What the server says of an import. */
export type Report = Static<typeof MonitorImport>;

export function isReport(shown: unknown): shown is Report {
  return typeof shown === 'object' && shown !== null && 'counts' in shown && 'rows' in shown;
}

const planned = { add: 'Add', change: 'Change', same: 'No change', skip: 'Leave alone', refuse: 'Refused' };
const past = { add: 'Added', change: 'Changed', same: 'Unchanged', skip: 'Left alone', refuse: 'Refused' };

export function doingOf({ does, done }: ReportRow): string {
  return (done ? past : planned)[does];
}

/** Of new monitors for which the file gives no conditions; undefined where there are none. */
export function defaultConditionsWords({ withDefaultConditions: monitors }: Report): string | undefined {
  if (monitors === 0) return undefined;
  const these = monitors === 1 ? '1 new monitor has' : `${monitors.toLocaleString()} new monitors have`;
  return `${these} no conditions in the file and ${monitors === 1 ? 'begins' : 'begin'} with the default conditions of ${monitors === 1 ? 'its' : 'their'} type.`;
}

/** `1 monitor`, `1,200 monitors`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`;
}
