import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { madeOldByDeletions } from './made-old.ts';
import { useUndoToast } from './undo-toast.tsx';

interface Props {
  of:
    | { organization: number }
    | { devices: readonly number[] }
    | { user: number }
    | { policy: number }
    | { ticketTemplate: number };
  /** `done`: it was deleted. */
  onEnded: (done: boolean) => void;
}

function subjectOf(of: Props['of']): string {
  if ('organization' in of) return String(of.organization);
  if ('devices' in of) return `devices:${of.devices.join(',')}`;
  if ('user' in of) return `user:${of.user}`;
  return 'policy' in of ? `policy:${of.policy}` : `ticketTemplate:${of.ticketTemplate}`;
}

/** Shows what goes, deletes it once that is confirmed, and offers the undo (F10-03). */
export function DeleteFlow({ of, onEnded }: Props): ReactNode {
  const refresh = useRefresh();
  const offerUndo = useUndoToast();
  // As it was when it was opened: a selection that changes must not begin it anew.
  const [subject] = useState(() => subjectOf(of));
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
