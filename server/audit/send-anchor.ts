import { randomUUID } from 'node:crypto';
import type { SendRequest } from '../deliveries/send.ts';
import { payloadOf, sendSigned } from '../deliveries/signed-event.ts';
import type { Anchor } from './anchor-file.ts';

/** Sends a head of the trail, signed like every event (docs/receive-alerts.md). Rejects unless the receiver accepts it. */
export async function sendAnchor(
  send: SendRequest,
  to: { url: string; secret: string },
  { id, hash, at }: Anchor,
): Promise<void> {
  const eventId = randomUUID();
  const event = 'audit.anchor';
  const now = new Date(at);
  const { error } = await sendSigned(
    send,
    to,
    { event, eventId, payload: payloadOf(eventId, event, { id, hash }, now) },
    now,
  );
  if (error !== null) throw new Error(error);
}
