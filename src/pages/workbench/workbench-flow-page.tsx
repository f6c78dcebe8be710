import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import MutantsPage from './mutants-page.tsx';
import PathReportPage from './path-report-page.tsx';
import RecordedFlowPage from './recorded-flow-page.tsx';

/** A flow in the Workbench: its changes that nobody would notice, its recorded sessions, or what a run found in it. One route, since each is named in the first page. */
export default function WorkbenchFlowPage(): ReactNode {
  const run = useParams({ strict: false, select: (params: { run?: string }) => params.run });
  if (run === 'changes') return <MutantsPage />;
  return run === 'sessions' ? <RecordedFlowPage /> : <PathReportPage />;
}
