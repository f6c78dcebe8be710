import type { ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { useRunOf } from './rows-source.tsx';
import { ServerRows } from './server-rows.tsx';

interface Props {
  label: string;
  rows: RowsDocument;
  active: boolean;
}

/** What a job of the flow has found, once it has a run. */
export function JobRows({ label, rows, active }: Props): ReactNode {
  const run = useRunOf(rows.job);
  return run === undefined ? null : <ServerRows key={run} label={label} rows={rows} run={run} active={active} />;
}
