import { useMemo, type ReactNode } from 'react';
import { fetchedPart } from '#screens/fetched-part.tsx';
import { OptionFillersProvider, type Option, type OptionFiller } from '#screens/options/option-sources.tsx';
import { may, useMaybeMe, type Need } from '../session/session.ts';
import { FlowEndProvider, useFlowEnd } from './flow-end.ts';
import { flowManifests } from './registry.ts';

const FlowHost = fetchedPart(async () => (await import('./flow-host.tsx')).FlowHost);

/** Which flow adds the first choice of a named source, and who may. */
const filledBy: Readonly<Record<string, { flow: string; need: Need }>> = {
  organization: { flow: 'organization', need: 'ORGANIZATION:Create' },
  snmpCredential: { flow: 'credential', need: 'ORGANIZATION:Update' },
  notificationChannel: { flow: 'notification-channel', need: 'sysadmin' },
};

/** Lets an empty list of choices open the flow that fills it, in front of the form that asks. */
export function OptionFillers({ children }: { children: ReactNode }): ReactNode {
  const me = useMaybeMe();
  const fillers = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(filledBy).flatMap(([source, { flow, need }]): [string, OptionFiller][] => {
          const manifest = flowManifests.get(flow);
          if (manifest === undefined || me === undefined || !may(me, need)) return [];
          return [[source, { label: manifest.title.NEW, Flow: (props) => <Adding flow={flow} {...props} /> }]];
        }),
      ),
    [me],
  );
  return <OptionFillersProvider value={fillers}>{children}</OptionFillersProvider>;
}

function Adding({ flow, onEnded }: { flow: string; onEnded(added: Option['value'] | undefined): void }): ReactNode {
  const tell = useFlowEnd();
  return (
    // The next step is the form that waits behind it.
    <FlowEndProvider value={({ message }) => tell({ message })}>
      <FlowHost flowId={flow} mode="NEW" inFront onEnded={({ reply }) => onEnded(idOf(reply))} />
    </FlowEndProvider>
  );
}

function idOf(reply: unknown): number | undefined {
  const id = typeof reply === 'object' && reply !== null && 'id' in reply ? reply.id : undefined;
  return typeof id === 'number' ? id : undefined;
}
