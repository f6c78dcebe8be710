import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { PermissionName } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may make a call.
 * `public`: anybody. `session`: any signed-in user. `sysadmin`: system administrators only.
 * A permission name: whoever holds it at least somewhere; the handler narrows it to the organization or device.
 */
export type CallPermission = 'public' | 'session' | 'sysadmin' | PermissionName;

/** A reply that is a file, sent as it is made. */
export interface FileReply {
  name: string;
  mediaType: string;
  text: AsyncIterable<string>;
}

/** One HTTP request of the catalogue. `path` stands under `/api`, with `:name` for parameters. */
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
  /** The codes that this call itself may refuse with; the common ones (`commonErrors`) come on top. */
  readonly errors: readonly ErrorCode[];
  readonly permission: CallPermission;
  /**
   * Asks for a fresh proof of who it is (step-up): the password, and a code where the user has a second factor.
   * `'code'`: the code alone, because the body holds the password.
   */
  readonly stepUp?: true | 'code';
  /** Refuses every API key; so does a call with `stepUp`. */
  readonly sessionOnly?: true;
  /** Not a GET, and yet for an API key that may only read. */
  readonly reads?: true;
  /**
   * The entity, as the reply of its read has it, with a `revision`. The call takes that in `If-Match` and refuses a stale one
   * with `conflict`, whose reply has the entity as it is stored now. Without `If-Match` it saves whatever is stored.
   */
  readonly revised?: TSchema;
  /** Sent again with the same `Idempotency-Key` it answers as the first time and does nothing twice. */
  readonly idempotent?: boolean;
  /** Not a GET, and yet changes nothing: runs outside a transaction, since it may take long. */
  readonly changesNothing?: boolean;
  /**
   * The handler runs outside a transaction and makes its own with `context.transaction`: for work that must not hold a
   * database connection (a password hash, a connection to the outside).
   */
  readonly ownTransactions?: boolean;
  /** At most `max` requests in `seconds` from one address. */
  readonly rate?: { readonly max: number; readonly seconds: number };
  /** A reply may be kept for so long by browsers and by what stands between; none is kept unless given. */
  readonly cacheSeconds?: number;
  /** Bytes that the body may have; `usualBodyBytes` unless said here. Each call that says more has its reason in a test. */
  readonly bodyBytes?: number;
  /** A body of more than 256 KB reaches the handler as bytes, unparsed and unchecked: it reads them in a thread. */
  readonly readsLargeBody?: boolean;
  /** The reply is a `FileReply` of one of these media types. */
  readonly file?: readonly string[];
  /** A WebSocket upgrade; `reply` is then the shape of one server message. */
  readonly websocket?: boolean;
}

/** What the body of a call may have, where its entry does not say more. */
export const usualBodyBytes = 16 * 1024;

/** Whether a call refuses every API key. */
export function isSessionOnly({ stepUp, sessionOnly }: Call): boolean {
  return sessionOnly === true || stepUp !== undefined;
}

/** Whether an API key that may only read reaches the call. */
export function isForReaders({ method, reads }: Call): boolean {
  return method === 'GET' || reads === true;
}

type Parsed<T> = T extends TSchema ? Static<T> : undefined;

export type ParamsOf<C> = C extends { params: infer P } ? Parsed<P> : undefined;
export type QueryOf<C> = C extends { query: infer Q } ? Parsed<Q> : undefined;
export type BodyOf<C> = C extends { body: infer B } ? Parsed<B> : undefined;
export type ReplyOf<C> = C extends { reply: infer R extends TSchema } ? Static<R> : never;

/** Keeps the literal types of an entry. */
export function call<const C extends Call>(entry: C): C {
  return entry;
}
