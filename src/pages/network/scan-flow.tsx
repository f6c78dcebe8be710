import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';

type Discovery = CallReply<'readDiscovery'>;

interface Props {
  /** The scan to edit; a new one without it. */
  id?: number;
  /** What a new one begins with. */
  answers?: Answers | undefined;
  onEnded: () => void;
}

/** The form of a network scan. */
export function ScanFlow({ id, answers, onEnded }: Props): ReactNode {
  const refresh = useRefresh();
  return (
    <FlowHost
      flowId="network-scan"
      {...(id === undefined ? { mode: 'NEW' } : { mode: 'EDIT', subject: String(id) })}
      {...(answers && { answers: { details: answers } })}
      onEnded={() => {
        refresh('listNetworkScans', 'readNetworkScan');
        onEnded();
      }}
    />
  );
}

/** The answers of a scan that asks what a discovery asked. */
export function answersOf({ asked, clientId, locationId, probe }: Discovery): Answers | undefined {
  if (asked === null) return undefined;
  const { snmpCredentials, telnetSshCred, ...settings } = asked;
  const [snmpCredOne, snmpCredTwo] = snmpCredentials;
  return {
    org: clientId,
    location: locationId,
    networkProbe: probe.nodeId,
    ...(snmpCredOne !== undefined && { snmpCredOne }),
    ...(snmpCredTwo !== undefined && { snmpCredTwo }),
    ...(telnetSshCred !== null && { telnetSshCred }),
    ...settings,
  };
}
