import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, Nullable, Text } from './shapes.ts';

/** The existing types of C05-25. A cloud monitor is a DEVICE with its own `details.nodeType`. */
const EntityType = Type.Union([
  Type.Literal('DEVICE'),
  Type.Literal('ORGANIZATION'),
  Type.Literal('LOCATION'),
  Type.Literal('TECHNICIAN_USER'),
]);
const ResultType = Type.Union([...EntityType.anyOf, Type.Literal('ADMINISTRATION')]);
/** Filter of a search; everything by default (C05-53). */
const Filter = Type.Union([Type.Literal('all'), Type.Literal('MONITOR'), ...EntityType.anyOf]);

/** C05-27 */
const Details = Type.Object({
  nodeType: Type.Optional(Text(254)),
  nodeClass: Type.Optional(Text(254)),
  clientId: Type.Optional(Id),
  clientName: Type.Optional(Text(254)),
});
/** C05-24 */
export const SearchItem = Type.Object({
  id: Id,
  name: Type.String(),
  type: EntityType,
  description: Type.String(),
  details: Details,
  /** The matching attribute (C05-26) and its value. */
  matchAttr: Type.String(),
  matchAttrValue: Type.String(),
  /** 100 is an exact match; any other score is a suggestion (C05-46). */
  score: Type.Number({ minimum: 0, maximum: 100 }),
});
/** A page has a route instead of an id. */
const RecentItem = Type.Object({
  id: Nullable(Id),
  name: Type.String(),
  type: ResultType,
  description: Type.String(),
  details: Details,
  route: Nullable(Type.String()),
});

export const searchCalls = {
  quickSearch: call({
    method: 'POST',
    path: '/qsearch',
    summary: 'Searches everything that the user may see',
    body: Closed({
      query: Text(1024),
      filter: Type.Optional(Filter),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 50 })),
      filters: Type.Optional(Closed({ clientId: Type.Optional(Id) })),
    }),
    reply: Type.Object({
      exact: Type.Array(SearchItem),
      suggested: Type.Array(SearchItem),
      /** False if the database lacks pg_trgm: the search then finds only exact substrings. */
      toleratesTypos: Type.Boolean(),
    }),
    errors: [],
    permission: 'session',
    changesNothing: true,
    rate: { max: 120, seconds: 60 },
  }),
  listRecentSearches: call({
    method: 'GET',
    path: '/qsearch/recent',
    summary: 'What the user went to from the search lately, as far as they may still see it',
    reply: Type.Array(RecentItem),
    errors: [],
    permission: 'session',
  }),
  addRecentSearch: call({
    method: 'POST',
    path: '/qsearch/recent',
    summary: 'Remembers what the user went to from the search',
    body: Closed({
      id: Type.Optional(Id),
      name: Text(254),
      type: ResultType,
      description: Type.Optional(Text(1024)),
      details: Type.Optional(Closed(Details.properties)),
      route: Type.Optional(Type.String({ maxLength: 200, pattern: '^/' })),
    }),
    reply: Done,
    errors: [],
    permission: 'session',
  }),
};
