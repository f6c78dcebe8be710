import type { Sent } from '../../deliveries/delivery-queue.ts';
import type { SendRequest } from '../../deliveries/send.ts';
import { templateOf, type HttpConfig, type HttpSecrets } from './http-config.ts';
import { renderRequest } from './template.ts';
import { actionOf, valuesOf, type StoredEvent } from './values.ts';

/** Sends an event by the channel's template. What a service has no request for counts as delivered. Rejects where there is no answer. */
export async function sendHttp(
  send: SendRequest,
  config: HttpConfig,
  secrets: HttpSecrets,
  event: StoredEvent,
): Promise<Sent> {
  const template = templateOf(config, actionOf(event.event));
  if (!template) return { status: null, answer: null, error: null };
  const { method, url, headers, body } = renderRequest(template, valuesOf(event, config, secrets));
  const reply = await send({ method, url, headers, body });
  const taken = reply.status >= 200 && reply.status <= 299;
  return {
    status: reply.status,
    answer: reply.body === '' ? null : reply.body,
    error: taken ? null : `The receiver answered ${reply.status}.`,
    retryAfterSeconds: reply.retryAfterSeconds,
  };
}
