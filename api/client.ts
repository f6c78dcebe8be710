import ky, { HTTPError, TimeoutError, type Options, type ResponsePromise } from 'ky';
import { CallFailed, type SaveConflict } from './call-failed.ts';
import type { CallRoute } from './call-route.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from './contract/call.ts';
import type { CallName, Catalogue } from './contract/catalogue.ts';
import type { ErrorCode, stepUpErrors } from './contract/errors.ts';
import { idleHeader } from './contract/idle-header.ts';
import { firstCalls } from './first-calls.gen.ts';
import { idleSeconds } from './idle.ts';
import { newUuid } from './uuid.ts';
import { waitingRoom } from './waiting-room.ts';

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Partial<Value> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** A call's input, as the catalogue declares it. */
export type CallInput<N extends CallName> = Part<'params', ParamsOf<Catalogue[N]>> &
  Part<'query', QueryOf<Catalogue[N]>> &
  Part<'body', BodyOf<Catalogue[N]>>;
export type CallReply<N extends CallName> = ReplyOf<Catalogue[N]>;

export interface CallOptions {
  /** Identifies retries of the same request; random by default. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The revision that a save is based on (`If-Match`); the server refuses a stale one with `conflict`. */
  revision?: number;
  /** For a call whose work takes longer than any other's. */
  timeoutSeconds?: number;
}

interface LooseInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Longer than the longest check of "Test now". */
const usualSeconds = 150;

type ProofCode = (typeof stepUpErrors)[number];
/** The proof that a call with `stepUp` or `secondFactor` requires. */
export interface ProofOwed {
  code: ProofCode;
  /** The second factors that the user has, where one is owed. */
  methods: readonly string[];
}

const sessionRoom = waitingRoom<'not_signed_in'>();
const proofRoom = waitingRoom<ProofOwed>();

/** Calls refused because the session ended wait for `resumeCalls`. The listener asks the user to sign in again. */
export const onSessionEnded = sessionRoom.attend;
/** Retries the waiting calls after a sign-in (`true`), or fails them (`false`). */
export const resumeCalls = sessionRoom.letAllGo;
/** Calls that require a fresh proof (step-up) wait for `resumeProven`. The listener asks the user for it. */
export const onProofOwed = proofRoom.attend;
/** Retries the waiting calls after the proof (`true`), or fails them (`false`). */
export const resumeProven = proofRoom.letAllGo;

/** Calls that handle these refusals themselves and never wait for a sign-in. */
const atTheDoor = new Set<CallName>([
  'readSession',
  'signIn',
  'confirmSignIn',
  'beginSecurityKeyProof',
  'sendTextCode',
  'setUp',
  'activate',
  'readSetup',
  'signOut',
]);

function isProofCode(code: string): code is ProofCode {
  return code === 'PASSWORD_REQUIRED' || code === 'MFA_REQUIRED';
}

let routes: Partial<Record<CallName, CallRoute>> = firstCalls;

/** The routes of every call, which nobody needs before the sign-in. Throws `CallFailed` when they cannot be fetched. */
async function otherRoutes(): Promise<Record<CallName, CallRoute>> {
  try {
    const { allCalls } = await import('./all-calls.gen.ts');
    routes = allCalls;
    return allCalls;
  } catch (error) {
    throw await failureOf(error, undefined);
  }
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.slice(1).replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '') throw new Error(`call to ${path} has no "${name}"`);
    return encodeURIComponent(String(value));
  });
}

function searchOf(query: Record<string, unknown> | undefined): URLSearchParams | undefined {
  if (!query) return undefined;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search;
}

async function refusalOf(error: HTTPError): Promise<CallFailed> {
  const { status, headers } = error.response;
  const said: unknown = await error.response.json().catch(() => undefined);
  return refusalFrom(status, said, headers.get('retry-after'), error);
}

/** What the body of a refusal says. */
export function refusalFrom(
  status: number,
  said: unknown,
  after: string | null | undefined,
  cause: unknown,
): CallFailed {
  if (typeof said !== 'object' || said === null || !('errorCode' in said) || typeof said.errorCode !== 'string') {
    return new CallFailed(
      status >= 502 && status <= 504 ? 'unavailable' : 'unreadable',
      `The server answered ${status}. Try again shortly.`,
      { status, cause },
    );
  }
  const { errorCode, errorMessage, ...more } = said as {
    errorCode: ErrorCode;
    errorMessage?: string;
    fields?: Record<string, string>;
    retryAfter?: number;
    methods?: readonly string[];
    conflict?: SaveConflict;
  };
  const retryAfter = more.retryAfter ?? (Number(after) || undefined);
  return new CallFailed(errorCode, errorMessage ?? errorCode, { ...more, status, retryAfter, cause });
}

/** Waits for the user to sign in again. False when they will not. */
export function untilSignedIn(): Promise<boolean> {
  return sessionRoom.wait('not_signed_in');
}

async function failureOf(error: unknown, signal: AbortSignal | undefined): Promise<CallFailed> {
  if (error instanceof HTTPError) return refusalOf(error);
  if (signal?.aborted) return new CallFailed('cancelled', 'The request was given up.', { cause: error });
  if (error instanceof SyntaxError)
    return new CallFailed('unreadable', 'The server’s answer could not be read. Try again shortly.', { cause: error });
  const message =
    error instanceof TimeoutError
      ? 'The server took too long to answer. Try again.'
      : 'The server cannot be reached. Check your connection and try again.';
  return new CallFailed('offline', message, { cause: error });
}

/**
 * Makes one call of the catalogue and returns its reply. Throws `CallFailed`.
 * Retries automatically only when that is safe: reads and calls with an idempotency key, after network errors or 502–504.
 */
export function callApi<N extends CallName>(
  name: N,
  input?: CallInput<N>,
  options?: CallOptions,
): Promise<CallReply<N>> {
  return exchange(name, input, options, readReply<CallReply<N>>);
}

async function readReply<Reply>(response: ResponsePromise): Promise<Reply> {
  const { status } = await response;
  // A 204 has no body.
  return status === 204 ? (null as Reply) : response.json<Reply>();
}

/** Like `callApi`, for a call that returns a file. */
export function callFile<N extends CallName>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<Blob> {
  return exchange(name, input, options, (response) => response.blob());
}

/** The address of a call, for what fetches it by itself: a module. Throws `CallFailed`. */
export async function callUrl<N extends CallName>(name: N, { params, query }: LooseInput = {}): Promise<string> {
  const { path } = routes[name] ?? (await otherRoutes())[name];
  const url = urlOf(path, params);
  url.search = String(searchOf(query) ?? '');
  return url.href;
}

function urlOf(path: string, params: Record<string, unknown> | undefined): URL {
  return new URL(`/api/${fillPath(path, params)}`, document.baseURI);
}

async function exchange<N extends CallName, Reply>(
  name: N,
  input: CallInput<N> | undefined,
  options: CallOptions = {},
  read: (response: ResponsePromise) => Promise<Reply>,
): Promise<Reply> {
  const { method, path, repeatable } = routes[name] ?? (await otherRoutes())[name];
  const { params, query, body }: LooseInput = input ?? {};
  const request: Options = {
    method,
    timeout: (options.timeoutSeconds ?? usualSeconds) * 1000,
    retry: repeatable
      ? { limit: 2, methods: [method.toLowerCase() as 'get'], statusCodes: [502, 503, 504], backoffLimit: 1500 }
      : 0,
  };
  const search = searchOf(query);
  if (search) request.searchParams = search;
  if (options.signal) request.signal = options.signal;
  const headers: Record<string, string> = {};
  const idle = idleSeconds();
  if (idle > 0) headers[idleHeader] = String(idle);
  if (options.revision !== undefined) headers['if-match'] = `"${options.revision}"`;
  if (method !== 'GET') {
    headers['idempotency-key'] = options.idempotencyKey ?? newUuid();
    if (body !== undefined) request.json = body;
  }
  request.headers = headers;
  const url = urlOf(path, params);
  for (;;) {
    const turns = { session: sessionRoom.turn, proof: proofRoom.turn };
    try {
      return await read(ky(url, request));
    } catch (error) {
      const failure = await failureOf(error, options.signal);
      if (atTheDoor.has(name)) throw failure;
      // If the user signed in or gave the proof while this call was in flight, retry instead of asking again.
      if (failure.code === 'not_signed_in') {
        if (sessionRoom.turn > turns.session || (await sessionRoom.wait(failure.code))) continue;
      } else if (isProofCode(failure.code) && name !== 'provePassword') {
        const owed = { code: failure.code, methods: failure.methods ?? [] };
        if (proofRoom.turn > turns.proof || (await proofRoom.wait(owed))) continue;
        throw new CallFailed('cancelled', 'Nothing was changed, because you did not confirm that it is you.', {
          cause: failure,
        });
      }
      throw failure;
    }
  }
}

/** Fetches the translations of a language, a static file (C18-04). */
export async function readWords(language: string): Promise<Record<string, unknown>> {
  try {
    return await ky(new URL(`/locales/${encodeURIComponent(language)}.json`, document.baseURI), {
      retry: 2,
      timeout: 20_000,
    }).json();
  } catch (error) {
    throw await failureOf(error, undefined);
  }
}
