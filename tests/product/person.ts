// Short ways in for tests that are not about getting in.
import type { BrowserContext } from 'playwright-core';
import { setupToken, type Product } from './product.ts';

export const administrator = {
  email: 'ada@example.com',
  password: 'correct horse battery',
  firstName: 'Ada',
  lastName: 'Byron',
};

/** Makes the first administrator by the API; answers the session cookie as `name=value`. */
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
  return { cookie };
}

/** A call with the session; throws on a refusal. */
export async function callByApi(
  product: Product,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
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
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(reply)}`);
  return reply;
}

export async function signInByCookie(context: BrowserContext, product: Product, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: product.url, httpOnly: true, sameSite: 'Strict' }]);
}
