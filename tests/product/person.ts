// Sign-in shortcuts for tests that do not test signing in.
import { largestPiece, type UploadPurposeName } from '#api/contract/uploads.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { setupToken, type Product } from './product.ts';

export const administrator = {
  email: 'ada@example.com',
  password: 'correct horse battery',
  firstName: 'Ada',
  lastName: 'Byron',
};

/** Creates the first administrator through the API; returns the session cookie as `name=value`. */
export async function setUpByApi(product: Product): Promise<{ cookie: string }> {
  const answer = await fetch(`${product.url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ token: setupToken, ...administrator, divisionName: 'Cairn Works' }),
  });
  if (!answer.ok) throw new Error(`set-up answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('cairn_session='))
    ?.split(';')[0];
  if (!cookie) throw new Error('set-up set no session cookie');
  // Allow loopback, which a new installation refuses: the test peers listen there.
  await callByApi(product, cookie, 'PUT', '/division', { allowOwnAddresses: true });
  return { cookie };
}

/**
 * Makes a call with the session; throws on a refusal. If the session's proof has expired, it proves the password again, like the
 * console's prompt: all test users have the administrator's password.
 */
export async function callByApi(
  product: Product,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const first = await answerByApi(product, cookie, method, path, body);
  if (first.reply['errorCode'] !== 'PASSWORD_REQUIRED') return succeeded(first);
  succeeded(await answerByApi(product, cookie, 'POST', '/session/password', { password: administrator.password }));
  return succeeded(await answerByApi(product, cookie, method, path, body));
}

interface Answer {
  call: string;
  ok: boolean;
  status: number;
  reply: Record<string, unknown>;
}

function succeeded({ call, ok, status, reply }: Answer): Record<string, unknown> {
  if (!ok) throw new Error(`${call} answered ${status}: ${JSON.stringify(reply)}`);
  return reply;
}

/** How often a call that came too early is made again, each time after as long as the server says. */
const MOST_WAITS = 3;

async function answerByApi(...call: Parameters<typeof sendByApi>): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const answer = await sendByApi(...call);
    if (answer.status !== 429 || waits === MOST_WAITS) return answer;
    await sleep(1000 * Number(answer.reply['retryAfter']));
  }
}

async function sendByApi(
  product: Product,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      cookie,
      origin: product.url,
      'idempotency-key': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = (answer.status === 204 ? {} : await answer.json()) as Record<string, unknown>;
  return { call: `${method} ${path}`, ok: answer.ok, status: answer.status, reply };
}

/** Uploads a file, for an import of monitors unless said otherwise. Answers the id of the upload. */
export async function uploadByApi(
  product: Product,
  cookie: string,
  name: string,
  content: string,
  purpose: UploadPurposeName = 'monitor-import',
): Promise<string> {
  const bytes = Buffer.from(content);
  const made = await callByApi(product, cookie, 'POST', '/upload', {
    purpose,
    name,
    size: bytes.length,
  });
  const id = String(made['id']);
  for (let at = 0; at < bytes.length; at += largestPiece) {
    const { ok, status } = await fetch(`${product.url}/api/upload/${id}`, {
      method: 'PATCH',
      headers: {
        cookie,
        origin: product.url,
        'tus-resumable': '1.0.0',
        'upload-offset': String(at),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes.subarray(at, at + largestPiece),
    });
    if (!ok) throw new Error(`a piece of the upload answered ${status}`);
  }
  return id;
}

export async function signInByCookie(context: BrowserContext, product: Product, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: product.url, httpOnly: true, sameSite: 'Strict' }]);
}
