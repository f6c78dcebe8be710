import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fetchedPart } from '#screens/fetched-part.tsx';

const FlowHost = fetchedPart(async () => (await import('../flow/flow-host.tsx')).FlowHost);

/** The dialog that discovers a network and adds what it finds (F02-02). */
export function AddNetwork({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  if (!opened) return null;
  return (
    <FlowHost
      flowId="network-discovery"
      mode="NEW"
      onEnded={({ next }) => {
        onClose();
        if (next !== undefined) void navigate({ to: next });
      }}
    />
  );
}
