import type { ReactNode } from 'react';
import type { RowsDocument } from '#engine/document/document.ts';
import { fetchedPart } from '../fetched-part.tsx';
import { useRunOf } from './rows-source.tsx';

/** The table, apart from the screens that have none. */
export const FetchedRows = fetchedPart(async () => (await import('./server-rows.tsx')).ServerRows);

interface Props {
  label: string;
  rows: RowsDocument | undefined;
  active: boolean;
}

/** What a job of the flow has found, once it has a run. */
export function JobRows({ label, rows, active }: Props): ReactNode {
  const run = useRunOf(rows?.job ?? '');
  if (rows === undefined || run === undefined) return null;
  return <FetchedRows key={run} label={label} rows={rows} run={run} active={active} />;
}
