import { Type, type TObject, type TProperties, type TSchema } from 'typebox';

/** A server-side identifier. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const IdParams = Type.Object({ id: Id });
/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time' });
export const Uuid = Type.String({ format: 'uuid' });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** A text of at most `max` characters; the screen document has its business rules. */
export const Text = (max = 1024) => Type.String({ maxLength: max });
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** A MAC address: six bytes in lower case with colons; empty where it is unknown. */
export const Mac = Type.String({ maxLength: 17, pattern: '^$|^([0-9a-f]{2}:){5}[0-9a-f]{2}$' });

/** One of these names. */
export const OneOf = <const Name extends string>(names: readonly Name[]) =>
  Type.Unsafe<Name>(Type.Union(names.map((name) => Type.Literal(name))));

/** A device with an agent, as a list offers it for some work. */
export const AgentChoice = Type.Object({
  nodeId: Id,
  nodeName: Type.String(),
  isUp: Type.Boolean(),
  /** Why its agent cannot do the work, in words. */
  inability: Nullable(Type.String()),
});

/** The reply to a save (ruling 19): `{ resultCode, errorMessage?, <entity> }`. */
export const Saved = <K extends string, T extends TSchema>(key: K, entity: T) =>
  Type.Object({ resultCode: Type.Literal('SUCCESS'), [key]: entity } as {
    resultCode: ReturnType<typeof Type.Literal<'SUCCESS'>>;
  } & Record<K, T>);
/** An empty reply: 204 without a body. */
export const Nothing = Type.Null();
export const Done = Type.Object({ resultCode: Type.Literal('SUCCESS') });

/** Incremented with every change (`Call.revised`). */
export const Revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Part of a `conflict` refusal: the stored entity and its last change. */
export const Conflict = <T extends TSchema>(entity: T) =>
  Type.Object({
    current: entity,
    /** Who made the last change, and when; absent if the audit trail has no entry. */
    by: Type.Optional(Type.String()),
    at: Type.Optional(Instant),
  });

/** The shape of every refusal. `fields` maps a JSON pointer (`/email`, `/locations/0/name`) to a message. */
export const Refusal = Type.Object({
  resultCode: Type.Literal('FAILURE'),
  errorCode: Type.String(),
  errorMessage: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Seconds to wait, with `rate_limited`. */
  retryAfter: Type.Optional(Type.Number()),
  /** With `MFA_REQUIRED`: the second factors that the user has. */
  methods: Type.Optional(Type.Array(Type.String())),
  /** With `conflict`, for a call that accepts `If-Match`. */
  conflict: Type.Optional(Conflict(Type.Unknown())),
});

export const Page = <T extends TSchema>(
  item: T,
): TObject<{ items: ReturnType<typeof Type.Array<T>>; total: ReturnType<typeof Type.Integer> }> =>
  Type.Object({ items: Type.Array(item), total: Type.Integer() }) as never;
export const PageQuery = {
  search: Type.Optional(Text(1024)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
};

/** Sort order of a page: a column, with a `-` prefix for descending; rows without a value come last in both directions. */
export const SortQuery = <const Name extends string>(...names: readonly Name[]) => ({
  sort: Type.Optional(
    Type.Unsafe<Name | `-${Name}`>(Type.Union(names.flatMap((name) => [Type.Literal(name), Type.Literal(`-${name}`)]))),
  ),
});
