import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fetchedPart } from '#screens/fetched-part.tsx';

const FlowHost = fetchedPart(async () => (await import('../flow/flow-host.tsx')).FlowHost);

export type NetworkFlow = 'network-discovery' | 'ad-hoc-discovery' | 'vm-host' | 'directory-discovery';

interface Props {
  /** Undefined while no dialog is open. */
  flow: NetworkFlow | undefined;
  onClose: () => void;
}

/** The dialogs that discover a network and add what they find, read a directory, or add a VM host (F02-02, F03-29, F04-01, F01-02). */
export function AddNetwork({ flow, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  if (flow === undefined) return null;
  return (
    <FlowHost
      flowId={flow}
      mode="NEW"
      onEnded={({ next }) => {
        onClose();
        if (next !== undefined) void navigate({ to: next });
      }}
    />
  );
}
