export interface ReportRow {
  row: number;
  name: string;
  place: string;
  does: 'add' | 'change' | 'same' | 'skip' | 'refuse';
  done: boolean;
  refusals: { field: string; message: string }[];
}

/** What the server says of an import, as the parts read it. */
export interface Report {
  fileName: string;
  total: number;
  toWrite: number;
  counts: Record<ReportRow['does'], number>;
  rows: ReportRow[];
  show: 'refused' | 'all';
  offset: number;
  matching: number;
  refusalsUrl: string;
}

export function isReport(shown: unknown): shown is Report {
  return typeof shown === 'object' && shown !== null && 'counts' in shown && 'rows' in shown;
}

const planned = { add: 'Add', change: 'Change', same: 'No change', skip: 'Leave alone', refuse: 'Refused' };
const past = { add: 'Added', change: 'Changed', same: 'Unchanged', skip: 'Left alone', refuse: 'Refused' };

export function doingOf({ does, done }: ReportRow): string {
  return (done ? past : planned)[does];
}

/** `1 monitor`, `1,200 monitors`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`;
}
