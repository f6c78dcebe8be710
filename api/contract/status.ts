import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomInput } from './custom-fields.ts';
import { ShownStatus } from './monitors.ts';
import { StatusIncident } from './status-incidents.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Revision, Saved, Text } from './shapes.ts';

/** UNGUESSABLE: the server generates the slug and can replace it. CHOSEN: a user chose it. */
const AddressType = Type.Union([Type.Literal('UNGUESSABLE'), Type.Literal('CHOSEN')]);
export const StatusPage = Type.Object({
  id: Id,
  title: Type.String(),
  addressType: AddressType,
  slug: Type.String(),
  enabled: Type.Boolean(),
  /** `name` is public; only technicians see the other fields. */
  monitors: Type.Array(
    Type.Object({ monitorId: Id, monitorName: Type.String(), clientName: Type.String(), name: Type.String() }),
  ),
  /** Number of open incidents that technicians published. */
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

/** Availability of a span, 0 to 1; null without checks. */
const Share = Nullable(Type.Number());
/** `at` in seconds since 1970; `states` has one letter per check: `u` up, `d` down, upper case during maintenance. */
const Beats = Type.Object({ at: Type.Array(Type.Integer()), states: Type.String() });
/** The public data: without targets, organizations, or texts that a target sent. */
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
      /** The latest checks, oldest first; with the frequency, a client can detect gaps. */
      frequency: Type.Integer(),
      beats: Beats,
      /** One value per start in `hours` and `days`. */
      hours: Type.Array(Share),
      days: Type.Array(Share),
    }),
  ),
  /** Start of each bar's span, oldest first; the last span is still in progress. */
  hours: Type.Array(Instant),
  days: Type.Array(Instant),
  /** Incidents that technicians published: open ones first, then those that ended within the last 14 days. */
  notices: Type.Array(Type.Omit(StatusIncident, ['id'])),
  /** Incidents that checks detected: open ones first, then the latest. */
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
  /** Public: anybody with the URL may read the page. A disabled page returns 404. */
  readPublicStatus: call({
    method: 'GET',
    path: '/status/:slug',
    summary: 'What a public status page shows',
    params: Type.Object({ slug: Text(100) }),
    /** The IANA zone in which the days of the bars begin; UTC by default. */
    query: Type.Object({ zone: Type.Optional(Text(60)) }),
    reply: PublicStatus,
    errors: [],
    permission: 'public',
    rate: { max: 300, seconds: 60 },
    cacheSeconds: 10,
  }),
};
