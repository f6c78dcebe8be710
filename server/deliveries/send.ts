import type { Database } from '../database/database.ts';
import { targetPolicy } from '../division/division.ts';
import { safeRequest } from '../outbound/safe-request.ts';

/** Sends one request over the server's door to the outside; any status is an answer, a failure rejects with words for people. */
export type SendRequest = (request: {
  url: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<{ status: number; body: string }>;

const limits = { totalMilliseconds: 10_000, responseBytes: 4096, redirects: 0 };

/** An event goes where its URL says and nowhere else: a redirect is an answer, and counts as a failure. */
export function createSend(database: Database): SendRequest {
  return async ({ url, headers, body }) => {
    const reply = await safeRequest({
      url,
      method: 'POST',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body,
      policy: await targetPolicy(database),
      limits,
    });
    return { status: reply.status, body: reply.body.toString('utf8').trim() };
  };
}
