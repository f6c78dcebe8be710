import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomInput } from './custom-fields.ts';
import { ShownStatus } from './monitors.ts';
import { StatusIncident } from './status-incidents.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Revision, Saved, Text } from './shapes.ts';

/** UNGUESSABLE: the server makes the address, and another one when asked. CHOSEN: somebody gave it. */
const AddressType = Type.Union([Type.Literal('UNGUESSABLE'), Type.Literal('CHOSEN')]);
export const StatusPage = Type.Object({
  id: Id,
  title: Type.String(),
  addressType: AddressType,
  slug: Type.String(),
  enabled: Type.Boolean(),
  /** `name` is what the public reads; the others are told to technicians alone. */
  monitors: Type.Array(
    Type.Object({ monitorId: Id, monitorName: Type.String(), clientName: Type.String(), name: Type.String() }),
  ),
  /** How many that technicians described are open. */
  openIncidents: Type.Integer(),
  custom: CustomFields('status-page'),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
const StatusPageInput = Closed({
  title: Text(),
  addressType: AddressType,
  slug: Type.Optional(Text()),
  enabled: Type.Optional(Type.Boolean()),
  monitors: Type.Array(Closed({ monitorId: Id, name: Text() }), { maxItems: 500 }),
  custom: Type.Optional(CustomInput('status-page')),
});

/** How much of a span was up, 0 to 1; null where nothing was checked. */
const Share = Nullable(Type.Number());
/** `at` in seconds since 1970; `states` one letter a check: up, down, or `U` in maintenance. */
const Beats = Type.Object({ at: Type.Array(Type.Integer()), states: Type.String() });
/** What anybody may read: no target, no organization, no words that a target sent. */
export const PublicStatus = Type.Object({
  title: Type.String(),
  at: Instant,
  state: Type.Union([
    Type.Literal('up'),
    Type.Literal('partial'),
    Type.Literal('down'),
    Type.Literal('unknown'),
    Type.Literal('maintenance'),
  ]),
  monitors: Type.Array(
    Type.Object({
      name: Type.String(),
      status: ShownStatus,
      since: Nullable(Instant),
      day: Share,
      quarter: Share,
      /** The latest checks, oldest first; a gap shows by how often they are meant to come. */
      frequency: Type.Integer(),
      beats: Beats,
      /** By the starts in `hours` and `days`. */
      hours: Type.Array(Share),
      days: Type.Array(Share),
    }),
  ),
  /** When each span of the bars begins, oldest first; the last one is under way. */
  hours: Type.Array(Instant),
  days: Type.Array(Instant),
  /** What technicians tell: open ones first, then those that ended within the last 14 days. */
  notices: Type.Array(Type.Omit(StatusIncident, ['id'])),
  /** What the checks found. Open ones first, then the latest. */
  incidents: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Union([Type.Literal('outage'), Type.Literal('disrupted'), Type.Literal('slow')]),
      since: Instant,
      until: Nullable(Instant),
    }),
  ),
});

export const statusCalls = {
  listStatusPages: call({
    method: 'GET',
    path: '/statuspage',
    summary: 'Status pages',
    reply: Type.Array(StatusPage),
    errors: [],
    permission: 'sysadmin',
  }),
  listStatusChoices: call({
    method: 'GET',
    path: '/statuspage/monitor',
    summary: 'The monitors that a status page may show',
    reply: Type.Array(Type.Object({ id: Id, monitorName: Type.String(), clientName: Type.String() })),
    errors: [],
    permission: 'sysadmin',
  }),
  readStatusPage: call({
    method: 'GET',
    path: '/statuspage/:id',
    summary: 'One status page',
    params: IdParams,
    reply: StatusPage,
    errors: [],
    permission: 'sysadmin',
  }),
  addStatusPage: call({
    method: 'POST',
    path: '/statuspage',
    summary: 'Adds a status page',
    body: StatusPageInput,
    bodyBytes: 512 * 1024,
    reply: Saved('statusPage', StatusPage),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  saveStatusPage: call({
    method: 'PUT',
    path: '/statuspage/:id',
    summary: 'Changes a status page',
    params: IdParams,
    body: StatusPageInput,
    bodyBytes: 512 * 1024,
    reply: Saved('statusPage', StatusPage),
    errors: ['conflict'],
    revised: StatusPage,
    permission: 'sysadmin',
    idempotent: true,
  }),
  removeStatusPage: call({
    method: 'DELETE',
    path: '/statuspage/:id',
    summary: 'Removes a status page',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  renewStatusAddress: call({
    method: 'POST',
    path: '/statuspage/:id/address',
    summary: 'Gives a status page another address that nobody can guess',
    params: IdParams,
    reply: Saved('statusPage', StatusPage),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  /** Answers whoever has the address. A page that is turned off is not found. */
  readPublicStatus: call({
    method: 'GET',
    path: '/status/:slug',
    summary: 'What a public status page shows',
    params: Type.Object({ slug: Text(100) }),
    /** Where the days of the bars begin: an IANA zone, UTC unless given. */
    query: Type.Object({ zone: Type.Optional(Text(60)) }),
    reply: PublicStatus,
    errors: [],
    permission: 'public',
    rate: { max: 300, seconds: 60 },
    cacheSeconds: 10,
  }),
};
