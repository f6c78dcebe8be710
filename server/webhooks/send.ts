import type { Database } from '../database/database.ts';
import { targetPolicy } from '../division/division.ts';
import { safeRequest } from '../outbound/safe-request.ts';
import type { SendRequest } from './webhooks.ts';

const limits = { totalMilliseconds: 10_000, responseBytes: 65_536, redirects: 0 };

/** A webhook goes where its URL says and nowhere else: a redirect is an answer, and counts as a failure. */
export function createSend(database: Database): SendRequest {
  return async ({ url, headers, body }) => {
    const { status } = await safeRequest({
      url,
      method: 'POST',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body,
      policy: await targetPolicy(database),
      limits,
      keepBody: false,
    });
    return { status };
  };
}
