import type { Database } from '../database/database.ts';
import { targetPolicy } from '../division/target-policy.ts';
import type { Header } from '../outbound/redirect.ts';
import { safeRequest } from '../outbound/safe-request.ts';

/** Sends one request through `safeRequest`. Any status is a reply; a failure rejects with a message for users. */
export type SendRequest = (request: {
  /** POST by default. */
  method?: string;
  url: string;
  headers: readonly Header[];
  body: string;
}) => Promise<{ status: number; body: string; retryAfterSeconds?: number | undefined }>;

const limits = { totalMilliseconds: 10_000, responseBytes: 4096, redirects: 0 };

/** Does not follow redirects, so that an event goes only to its configured URL; a redirect counts as a failure. */
export function createSend(database: Database): SendRequest {
  return async ({ method = 'POST', url, headers, body }) => {
    const reply = await safeRequest({
      url,
      method,
      headers,
      ...(method !== 'GET' && { body }),
      policy: await targetPolicy(database, 'delivery'),
      limits,
    });
    const retryAfter = reply.headers.find(({ name }) => name.toLowerCase() === 'retry-after')?.value;
    return {
      status: reply.status,
      body: reply.body.toString('utf8').trim(),
      retryAfterSeconds: retryAfter === undefined ? undefined : secondsOf(retryAfter, Date.now()),
    };
  };
}

/** `Retry-After` (RFC 9110): seconds (with fractions, which Discord sends) or a date. Undefined for anything else. */
export function secondsOf(retryAfter: string, now: number): number | undefined {
  const text = retryAfter.trim();
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Math.ceil(Number(text));
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
