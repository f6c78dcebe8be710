import { useEffect, useState, type ReactNode } from 'react';
import { onProofOwed, resumeProven, type CallReply, type ProofOwed } from '#api/client.ts';
import type { FlowOutput } from '#engine/flow/flow.ts';
import { FlowHost } from '../flow/flow-host.tsx';
import { setMe } from './session.ts';

/**
 * Asks for the password or the second factor before a call that requires a fresh proof. The call waits and is then retried
 * with the same idempotency key, so no form, page or flow has to handle it (ruling 12). A cancelled prompt fails the call.
 */
export function StepUp(): ReactNode {
  const [owed, setOwed] = useState<ProofOwed>();
  // Other calls that are refused meanwhile wait for the same prompt.
  useEffect(() => onProofOwed((next) => setOwed((open) => open ?? next)), []);
  if (!owed) return null;

  const end = ({ outcome, reply }: FlowOutput): void => {
    const isProven = outcome === 'finished';
    if (isProven) setMe(reply as CallReply<'readSession'>);
    setOwed(undefined);
    resumeProven(isProven);
  };
  return (
    <FlowHost
      flowId="mfa"
      mode="NEW"
      inFront
      params={{ owed: owed.code, methods: owed.methods.join(',') }}
      onEnded={end}
    />
  );
}
