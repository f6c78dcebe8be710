import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { Instant, Nullable, Text, Uuid } from './shapes.ts';

export const RunState = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('refused'),
  Type.Literal('cancelled'),
  /** The server that worked on it went away, and this kind of work cannot be resumed. */
  Type.Literal('interrupted'),
]);
export type RunState = Static<typeof RunState>;

const RunProgress = Type.Object({
  stage: Type.String(),
  /** Every stage of this kind of run, in order. */
  stages: Type.Array(Type.String()),
  /** Of the stage. `total` is 0 while it is unknown. */
  done: Type.Integer(),
  total: Type.Integer(),
  /** `done` a second lately, by the server's clock; 0 while it is unknown. */
  rate: Type.Number(),
  /** Seconds until the stage is done at that rate; null while that is unknown. */
  secondsLeft: Nullable(Type.Integer()),
});
export type RunProgress = Static<typeof RunProgress>;

const RunRefusal = Type.Object({
  code: Type.String(),
  message: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type RunRefusal = Static<typeof RunRefusal>;

/** Work that takes longer than a request, as its owner sees it. */
export const Run = Type.Object({
  id: Uuid,
  kind: Type.String(),
  /** The id of what it works on, as its kind spells it. */
  subject: Type.String(),
  state: RunState,
  progress: RunProgress,
  /** Number of the last item. */
  lastSeq: Type.Integer(),
  /** Of a run that is done; its kind says what it holds. */
  result: Type.Unknown(),
  /** Why it did not end as done. */
  refusal: Nullable(RunRefusal),
  cancelRequested: Type.Boolean(),
  createdAt: Instant,
  startedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
});
export type Run = Static<typeof Run>;

const RunItem = Type.Object({
  /** Grows; an item that was reported again has a new one. */
  seq: Type.Integer(),
  /** The same for one item as long as the run lives. */
  key: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
});

const RunParams = Type.Object({ id: Uuid });

/** A run is started by the call of its domain (`runMonitorImport`), which replies with the run. */
export const runCalls = {
  readRun: call({
    method: 'GET',
    path: '/run/:id',
    summary: 'A run of work that takes longer than a request',
    params: RunParams,
    reply: Run,
    errors: [],
    permission: 'session',
  }),
  listRunItems: call({
    method: 'GET',
    path: '/run/:id/items',
    summary: 'What a run found, by cursor',
    params: RunParams,
    query: Type.Object({
      /** `next` of the page before; the same filter and order go with it. */
      cursor: Type.Optional(Text(1000)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
      /** Items to skip, in place of a cursor: a table that is scrolled reads the part that it shows. */
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      /** Part of a key or of a text of the item. */
      search: Type.Optional(Text(200)),
      /** Only items whose `field` is `value`, as text. The kind says which fields there are. */
      field: Type.Optional(Text(100)),
      value: Type.Optional(Text(200)),
      /** A field of the kind, `-` before it for the other way round; by number unless given. */
      sort: Type.Optional(Text(101)),
      /** A field of the kind with few values: the reply counts the items with each. */
      countBy: Type.Optional(Text(100)),
    }),
    reply: Type.Object({
      items: Type.Array(RunItem),
      /** Null at the end: what is found later comes after it only in the order of numbers. */
      next: Nullable(Type.String()),
      /** Items that the filter finds. */
      total: Type.Integer(),
      /** Number of items for each value of `countBy`. Applies `search` and ignores `field`. At most 50 values, the most frequent first. */
      counts: Type.Optional(Type.Record(Type.String(), Type.Integer())),
    }),
    errors: [],
    permission: 'session',
  }),
  /** Asks for the end of a run; a run that has ended stays as it is. What it has written stays. */
  cancelRun: call({
    method: 'POST',
    path: '/run/:id/cancel',
    summary: 'Asks a run to stop',
    params: RunParams,
    reply: Run,
    errors: [],
    permission: 'session',
    idempotent: true,
  }),
};
