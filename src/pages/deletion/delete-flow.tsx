import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { madeOldByDeletions } from './made-old.ts';
import { useUndoToast } from './undo-toast.tsx';

interface Props {
  of: { organization: number } | { devices: readonly number[] };
  /** `done`: it was deleted. */
  onEnded: (done: boolean) => void;
}

/** Shows what goes, deletes it once that is confirmed, and offers the undo (F10-03). */
export function DeleteFlow({ of, onEnded }: Props): ReactNode {
  const refresh = useRefresh();
  const offerUndo = useUndoToast();
  // As it was when it was opened: a selection that changes must not begin it anew.
  const [subject] = useState(() =>
    'organization' in of ? String(of.organization) : `devices:${of.devices.join(',')}`,
  );
  return (
    <FlowHost
      flowId="deletion"
      mode="NEW"
      subject={subject}
      onEnded={({ outcome, reply }) => {
        const done = outcome === 'finished';
        if (done) {
          offerUndo(reply as CallReply<'removeDevices'>);
          refresh(...madeOldByDeletions);
        }
        onEnded(done);
      }}
    />
  );
}
