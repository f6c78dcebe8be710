import { Type, type TObject, type TProperties, type TSchema } from 'typebox';

/** A server-side identifier. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const IdParams = Type.Object({ id: Id });
/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time' });
export const Uuid = Type.String({ format: 'uuid' });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** A shape that must be a text of at most `max` characters; business rules about it stand in the screen document. */
export const Text = (max = 1024) => Type.String({ maxLength: max });
export const Closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** The reply to a save (ruling 19): `{ resultCode, errorMessage?, <entity> }`. */
export const Saved = <K extends string, T extends TSchema>(key: K, entity: T) =>
  Type.Object({ resultCode: Type.Literal('SUCCESS'), [key]: entity } as {
    resultCode: ReturnType<typeof Type.Literal<'SUCCESS'>>;
  } & Record<K, T>);
/** The reply of a call that has nothing to say: 204, without a body. */
export const Nothing = Type.Null();
export const Done = Type.Object({ resultCode: Type.Literal('SUCCESS') });

/** Every change increments it (`Call.revised`). */
export const Revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Beside a refusal `conflict` of a save: what is stored now, and the last change. */
export const Conflict = <T extends TSchema>(entity: T) =>
  Type.Object({
    current: entity,
    /** Who made the last change, and when; absent where the audit trail does not say. */
    by: Type.Optional(Type.String()),
    at: Type.Optional(Instant),
  });

/** What every refusal looks like. `fields` maps a JSON pointer (`/email`, `/locations/0/name`) to its words. */
export const Refusal = Type.Object({
  resultCode: Type.Literal('FAILURE'),
  errorCode: Type.String(),
  errorMessage: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Seconds to wait, with `rate_limited`. */
  retryAfter: Type.Optional(Type.Number()),
  /** With `conflict`, of a call that takes `If-Match`. */
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

/** How a page is sorted: by a column, `-` before its name for the other way round; rows without a value come last either way. */
export const SortQuery = <const Name extends string>(...names: readonly Name[]) => ({
  sort: Type.Optional(
    Type.Unsafe<Name | `-${Name}`>(Type.Union(names.flatMap((name) => [Type.Literal(name), Type.Literal(`-${name}`)]))),
  ),
});
