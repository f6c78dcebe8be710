import { createHmac } from 'node:crypto';
import type { Sent } from './delivery-queue.ts';
import type { Header } from '../outbound/redirect.ts';
import type { SendRequest } from './send.ts';

/** An event for a receiver. */
export interface SignedEvent {
  event: string;
  eventId: string;
  /** The exact text that is signed and sent as the body. */
  payload: string;
}

/** Builds the body of an event. */
export function payloadOf(id: string, event: string, data: Record<string, unknown>, at: Date): string {
  return JSON.stringify({ id, event, at: at.toISOString(), data });
}

/** Sends an event to a receiver, which accepts it with a 2xx status. Rejects without a response. */
export async function sendSigned(
  send: SendRequest,
  { url, secret }: { url: string; secret: string },
  event: SignedEvent,
  now: Date,
): Promise<Sent> {
  const { status, body, retryAfterSeconds } = await send({
    url,
    headers: signedHeaders(secret, event, now),
    body: event.payload,
  });
  const taken = status >= 200 && status <= 299;
  const answer = body === '' ? null : body;
  return { status, answer, error: taken ? null : `The receiver answered ${status}.`, retryAfterSeconds };
}

/** The receiver recomputes HMAC-SHA256 over `<timestamp>.<body>` with the secret; the timestamp (seconds) bounds a replay. */
function signedHeaders(secret: string, { event, eventId, payload }: SignedEvent, now: Date): Header[] {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return [
    { name: 'content-type', value: 'application/json' },
    { name: 'user-agent', value: 'Cairn' },
    { name: 'cairn-event', value: event },
    { name: 'cairn-delivery', value: eventId },
    { name: 'cairn-timestamp', value: timestamp },
    { name: 'cairn-signature', value: `v1=${signature}` },
  ];
}
