import { delay, http, HttpResponse, type HttpHandler } from 'msw';
import type { BodyOf, ParamsOf, QueryOf } from './contract/call.ts';
import { catalogue, type CallName, type Catalogue } from './contract/catalogue.ts';
import { errors, type ErrorCode } from './contract/errors.ts';
import type { SaveConflict } from './call-failed.ts';
import type { CallReply } from './client.ts';

/** The input of a mocked call; params and query are strings, as in the URL. */
export interface MockRequest<N extends CallName> {
  params: { [K in keyof ParamsOf<Catalogue[N]>]: string };
  query: { [K in keyof QueryOf<Catalogue[N]>]?: string };
  body: BodyOf<Catalogue[N]>;
  idempotencyKey: string | null;
  /** The revision that a save is based on. */
  revision: number | null;
}

/** Makes a mocked call reply with a refusal. */
export class MockRefusal {
  constructor(
    readonly code: ErrorCode,
    readonly extra: {
      message?: string;
      fields?: Record<string, string>;
      retryAfter?: number;
      methods?: readonly string[];
      conflict?: SaveConflict;
    } = {},
  ) {}
}

/** Makes a mocked call fail with a network error. */
export const networkFailure = Symbol('network failure');

/** Makes a mocked call return an unreadable response, as from a proxy in between. */
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
      ...(extra.methods ? { methods: extra.methods } : {}),
      ...(extra.conflict ? { conflict: extra.conflict } : {}),
    },
    { status },
  );
}

type AnyReply = (request: MockRequest<CallName>) => unknown;

/** Matches requests to a mocked call. */
interface Route {
  method: string;
  /** Matches the path below `/api`; its groups are the parameters. */
  path: RegExp;
  reply: AnyReply;
}

function routeOf(name: CallName, reply: AnyReply): Route {
  const { method, path } = catalogue[name];
  return { method, path: new RegExp(`/api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), reply };
}

interface Found {
  route: Route;
  params: Record<string, string>;
}

function find(routes: readonly Route[], { method, url }: Request): Found | undefined {
  const { pathname } = new URL(url);
  for (const route of routes) {
    const groups = route.method === method ? route.path.exec(pathname) : null;
    if (groups === null) continue;
    const params = Object.entries(groups.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    return { route, params: Object.fromEntries(params) as Record<string, string> };
  }
  return undefined;
}

async function answerTo(request: Request, { route, params }: Found): Promise<Response> {
  const text = await request.text();
  const answer = await route.reply({
    params,
    query: Object.fromEntries(new URL(request.url).searchParams),
    body: text === '' ? undefined : JSON.parse(text),
    idempotencyKey: request.headers.get('idempotency-key'),
    revision: revisionIn(request.headers.get('if-match')),
  } as never);
  await delay(0);
  if (answer === networkFailure) return HttpResponse.error();
  if (answer === brokenReply) return HttpResponse.html('<!doctype html>');
  if (answer instanceof MockRefusal) return refusal(answer);
  if (answer === null) return new HttpResponse(null, { status: 204 });
  return HttpResponse.json(answer as Record<string, unknown>);
}

function revisionIn(ifMatch: string | null): number | null {
  return ifMatch === null ? null : Number(ifMatch.replaceAll('"', ''));
}

/**
 * The given calls, typed by the catalogue, as a single msw handler: msw tries every handler on every request, which
 * would cost more than the page itself. Paths with fewer parameters come first, so `/session/list` is not
 * mistaken for a session's id.
 */
export function mockApi(replies: MockReplies): HttpHandler[] {
  const routes = (Object.entries(replies) as [CallName, AnyReply][])
    .toSorted(
      ([left], [right]) => Number(catalogue[left].path.includes(':')) - Number(catalogue[right].path.includes(':')),
    )
    .map(([name, reply]) => routeOf(name, reply));
  return [
    http.all(
      ({ request }) => find(routes, request) !== undefined,
      async ({ request }) => {
        const found = find(routes, request);
        return found && answerTo(request, found);
      },
    ),
  ];
}
