import { delay, http, HttpResponse, type HttpHandler } from 'msw';
import type { BodyOf, ParamsOf, QueryOf } from './contract/call.ts';
import { catalogue, type CallName, type Catalogue } from './contract/catalogue.ts';
import { errors, type ErrorCode } from './contract/errors.ts';
import type { CallReply } from './client.ts';

/** What a mocked call is asked with; params and query as the address spells them. */
export interface MockRequest<N extends CallName> {
  params: { [K in keyof ParamsOf<Catalogue[N]>]: string };
  query: { [K in keyof QueryOf<Catalogue[N]>]?: string };
  body: BodyOf<Catalogue[N]>;
  idempotencyKey: string | null;
}

/** A refusal that a mocked call answers with. */
export class MockRefusal {
  constructor(
    readonly code: ErrorCode,
    readonly extra: { message?: string; fields?: Record<string, string>; retryAfter?: number } = {},
  ) {}
}

/** A mocked call that never gets through: the network failed. */
export const networkFailure = Symbol('network failure');

/** A mocked call whose answer cannot be read: something between page and server wrote it. */
export const brokenReply = Symbol('broken reply');

type Answer<N extends CallName> = CallReply<N> | MockRefusal | typeof networkFailure | typeof brokenReply;
export type MockReplies = { [N in CallName]?: (request: MockRequest<N>) => Answer<N> | Promise<Answer<N>> };

function refusal({ code, extra }: MockRefusal): Response {
  const { status, message } = errors[code];
  return HttpResponse.json(
    {
      resultCode: 'FAILURE',
      errorCode: code,
      errorMessage: extra.message ?? message,
      ...(extra.fields ? { fields: extra.fields } : {}),
      ...(extra.retryAfter ? { retryAfter: extra.retryAfter } : {}),
    },
    { status },
  );
}

function handlerOf<N extends CallName>(name: N, reply: NonNullable<MockReplies[N]>): HttpHandler {
  const { method, path } = catalogue[name];
  const on = http[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'];
  return on(`*/api${path}`, async ({ request, params }) => {
    const text = await request.text();
    const answer = await reply({
      params,
      query: Object.fromEntries(new URL(request.url).searchParams),
      body: text === '' ? undefined : JSON.parse(text),
      idempotencyKey: request.headers.get('idempotency-key'),
    } as never);
    await delay(0);
    if (answer === networkFailure) return HttpResponse.error();
    if (answer === brokenReply) return HttpResponse.html('<!doctype html>');
    if (answer instanceof MockRefusal) return refusal(answer);
    return HttpResponse.json(answer as Record<string, unknown>);
  });
}

/**
 * msw handlers of the calls given, typed by the catalogue. More fixed paths stand before those with parameters,
 * so `/session/list` is not taken for a session's id.
 */
export function mockApi(replies: MockReplies): HttpHandler[] {
  const names = (Object.keys(replies) as CallName[]).sort(
    (left, right) => Number(catalogue[left].path.includes(':')) - Number(catalogue[right].path.includes(':')),
  );
  return names.map((name) => handlerOf(name, replies[name] as never));
}
