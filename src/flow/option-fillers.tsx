import './console-flows.ts';
import { useMemo, type ComponentProps, type ReactNode } from 'react';
import type { Answers } from '#engine/flow/flow.ts';
import { fetchedPart } from '#screens/fetched-part.tsx';
import { OptionFillersProvider, type OptionFiller } from '#screens/options/option-sources.tsx';
import { may, useMaybeMe, type Need } from '../session/session.ts';
import { FlowEndProvider, useFlowEnd } from './flow-end.ts';
import { flowManifests } from './registry.ts';

const FlowHost = fetchedPart(async () => (await import('./flow-host.tsx')).FlowHost);

interface Filling {
  flow: string;
  need: Need;
  /** The answers that its flow begins with. */
  begins?(within: unknown): Readonly<Record<string, Answers>>;
}

/** Which flow adds a choice to a named source, and who may. */
const filledBy: Readonly<Record<string, Filling>> = {
  organization: { flow: 'organization', need: 'ORGANIZATION:Create' },
  snmpCredential: {
    flow: 'credential',
    need: 'ORGANIZATION:Update',
    begins: (clientId) => ({ details: { clientId } }),
  },
  telnetSshCredential: {
    flow: 'credential',
    need: 'ORGANIZATION:Update',
    begins: (clientId) => ({ details: { clientId, credentialType: 'TELNET_SSH' } }),
  },
  basicCredential: {
    flow: 'credential',
    need: 'ORGANIZATION:Update',
    begins: (clientId) => ({ details: { clientId, credentialType: 'BASIC' } }),
  },
  directoryCredential: {
    flow: 'credential',
    need: 'ORGANIZATION:Update',
    begins: (clientId) => ({ details: { clientId, credentialType: 'BASIC' } }),
  },
  notificationChannel: { flow: 'notification-channel', need: 'sysadmin' },
};

/** Lets a list of choices open the flow that adds to it, in front of the form that asks. */
export function OptionFillers({ children }: { children: ReactNode }): ReactNode {
  const me = useMaybeMe();
  const fillers = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(filledBy).flatMap(([source, { need, ...filling }]): [string, OptionFiller][] => {
          const manifest = flowManifests.get(filling.flow);
          if (manifest === undefined || me === undefined || !may(me, need)) return [];
          return [[source, { label: manifest.title.NEW, Flow: (props) => <Adding {...filling} {...props} /> }]];
        }),
      ),
    [me],
  );
  return <OptionFillersProvider value={fillers}>{children}</OptionFillersProvider>;
}

type AddingProps = Omit<Filling, 'need'> & ComponentProps<OptionFiller['Flow']>;

function Adding({ flow, begins, within, onEnded }: AddingProps): ReactNode {
  const tell = useFlowEnd();
  return (
    // The next step is the form that waits behind it.
    <FlowEndProvider value={({ message }) => tell({ message })}>
      <FlowHost
        flowId={flow}
        mode="NEW"
        inFront
        {...(begins && { answers: begins(within) })}
        onEnded={({ reply }) => onEnded(idOf(reply))}
      />
    </FlowEndProvider>
  );
}

function idOf(reply: unknown): number | undefined {
  const id = typeof reply === 'object' && reply !== null && 'id' in reply ? reply.id : undefined;
  return typeof id === 'number' ? id : undefined;
}
