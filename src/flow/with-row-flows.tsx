import { useEffect, useMemo, type ReactNode } from 'react';
import { fetchedPart, fetchSoon } from '#screens/fetched-part.tsx';
import { RowFlowsProvider, type RowFlows } from '#screens/form/table/row-flow.tsx';
import type { FlowSession } from './flow-session.ts';

const RowFlow = fetchedPart(async () => (await import('./row-flow.tsx')).RowFlow);

/** Lets the tables of a flow's forms open a flow for one of their rows. */
export function WithRowFlows({ session, children }: { session: FlowSession; children: ReactNode }): ReactNode {
  const flows = useMemo<RowFlows>(
    () => ({
      held: session.nested(),
      Flow: (props) => <RowFlow {...props} outer={session} />,
    }),
    [session],
  );
  useEffect(() => fetchSoon(RowFlow), []);
  return <RowFlowsProvider value={flows}>{children}</RowFlowsProvider>;
}
