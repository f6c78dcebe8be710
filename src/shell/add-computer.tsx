import { useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Answers } from '#engine/flow/flow.ts';
import { fetchedPart, fetchSoon } from '#screens/fetched-part.tsx';

const FlowHost = fetchedPart(async () => (await import('../flow/flow-host.tsx')).FlowHost);

interface Props {
  opened: boolean;
  /** Preselected organization and location, if known. */
  place?: Answers;
  onClose: () => void;
}

/** The dialog that adds a computer as a device (F11-01, F11-02). */
export function AddComputer({ opened, place, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  useEffect(() => fetchSoon(FlowHost), []);
  if (!opened) return null;
  return (
    <FlowHost
      flowId="add-computer"
      mode="NEW"
      {...(place ? { answers: { place } } : {})}
      onEnded={({ next }) => {
        onClose();
        if (next !== undefined) void navigate({ to: next });
      }}
    />
  );
}
