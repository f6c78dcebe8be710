import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Answers } from '#engine/flow/flow.ts';

const FlowHost = lazy(async () => ({ default: (await import('../flow/flow-host.tsx')).FlowHost }));

interface Props {
  opened: boolean;
  /** Where it is to belong, when that is known. */
  place?: Answers;
  onClose: () => void;
}

/** The dialog that makes a computer a device (F11-01, F11-02). */
export function AddComputer({ opened, place, onClose }: Props): ReactNode {
  const navigate = useNavigate();
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <FlowHost
        flowId="add-computer"
        mode="NEW"
        {...(place ? { answers: { place } } : {})}
        onEnded={({ next }) => {
          onClose();
          if (next !== undefined) void navigate({ to: next });
        }}
      />
    </Suspense>
  );
}
