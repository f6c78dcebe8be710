import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { RowFlowsProvider, type RowFlows } from '#screens/form/table/row-flow.tsx';
import type { FlowSession } from './flow-session.ts';

const RowFlow = lazy(async () => ({ default: (await import('./row-flow.tsx')).RowFlow }));

/** Lets the tables of a flow's forms open a flow for one of their rows. */
export function WithRowFlows({ session, children }: { session: FlowSession; children: ReactNode }): ReactNode {
  const flows = useMemo<RowFlows>(
    () => ({
      held: session.nested(),
      Flow: (props) => (
        <Suspense fallback={null}>
          <RowFlow {...props} outer={session} />
        </Suspense>
      ),
    }),
    [session],
  );
  return <RowFlowsProvider value={flows}>{children}</RowFlowsProvider>;
}
