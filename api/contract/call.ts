import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { PermissionName } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call.
 * `public`: anybody. `session`: any signed-in user. `sysadmin`: system administrators only.
 * A permission name: users with that permission anywhere; the handler checks it for the organization or device.
 */
export type CallPermission = 'public' | 'session' | 'sysadmin' | PermissionName;

/** A reply that is a file, streamed while it is generated. */
export interface FileReply {
  name: string;
  mediaType: string;
  text: AsyncIterable<string>;
}

/** One HTTP request of the catalogue. `path` is relative to `/api`, with `:name` for parameters. */
export interface Call<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | undefined = TSchema | undefined,
  Reply extends TSchema = TSchema,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Of a call that replies with a run: the result of that run, where a flow reads it. */
  readonly result?: TSchema;
  /** The codes of this call's refusals, in addition to the common ones (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
  readonly permission: CallPermission;
  /**
   * Requires a fresh proof of identity (step-up): the password, and a code if the user has a second factor.
   * `'code'`: only the code, because the body contains the password.
   */
  readonly stepUp?: true | 'code';
  /**
   * Requires a second factor proven within `SECOND_FACTOR_MINUTES` from users who have one, and nothing from others (F19-06).
   * API keys pass: making one needs a step-up.
   */
  readonly secondFactor?: true;
  /** Refuses API keys; a call with `stepUp` does so too. */
  readonly sessionOnly?: true;
  /** Not a GET, but allowed for a read-only API key. */
  readonly reads?: true;
  /**
   * The entity's read schema, with a `revision`. The call accepts it in `If-Match` and refuses a stale one
   * with `conflict` and the stored entity. Without `If-Match` it overwrites the stored entity.
   */
  readonly revised?: TSchema;
  /** A retry with the same `Idempotency-Key` returns the first reply and changes nothing. */
  readonly idempotent?: boolean;
  /** Not a GET, but changes nothing: runs outside a transaction, because it may take long. */
  readonly changesNothing?: boolean;
  /**
   * The handler runs outside a transaction and opens its own with `context.transaction`, for work that must not hold a
   * database connection (a password hash, an outbound connection).
   */
  readonly ownTransactions?: boolean;
  /** At most `max` requests in `seconds` from one address. */
  readonly rate?: { readonly max: number; readonly seconds: number };
  /** How long browsers and proxies may cache the reply; not cached by default. */
  readonly cacheSeconds?: number;
  /** Maximum bytes of the body; `usualBodyBytes` by default. A test states the reason for each larger value. */
  readonly bodyBytes?: number;
  /** The reply is a `FileReply` of one of these media types. */
  readonly file?: readonly string[];
  /** A WebSocket upgrade; `reply` is then the shape of one server message. */
  readonly websocket?: boolean;
}

/** Default maximum bytes of a body. */
export const usualBodyBytes = 16 * 1024;

/** Whether a call refuses API keys. */
export function isSessionOnly({ stepUp, sessionOnly }: Pick<Call, 'stepUp' | 'sessionOnly'>): boolean {
  return sessionOnly === true || stepUp !== undefined;
}

/** Whether a read-only API key may make the call. */
export function isForReaders({ method, reads }: Pick<Call, 'method' | 'reads'>): boolean {
  return method === 'GET' || reads === true;
}

type Parsed<T> = T extends TSchema ? Static<T> : undefined;

export type ParamsOf<C> = C extends { params: infer P } ? Parsed<P> : undefined;
export type QueryOf<C> = C extends { query: infer Q } ? Parsed<Q> : undefined;
export type BodyOf<C> = C extends { body: infer B } ? Parsed<B> : undefined;
export type ReplyOf<C> = C extends { reply: infer R extends TSchema } ? Static<R> : never;

/** Preserves the literal types of an entry. */
export function call<const C extends Call>(entry: C): C {
  return entry;
}
