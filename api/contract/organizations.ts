import { Type } from 'typebox';
import { call, type FileReply } from './call.ts';
import { CustomFields, CustomFilter, CustomInput, CustomPage, CustomSortQuery } from './custom-fields.ts';
import { Closed, Id, IdParams, Instant, PageQuery, Revision, Saved, Text } from './shapes.ts';

export const Location = Type.Object({
  id: Id,
  clientId: Id,
  name: Type.String(),
  address: Type.String(),
  /** Two-letter code of ISO 3166-1 (C18-03); empty when unknown. */
  country: Type.String(),
  description: Type.String(),
});
/** Organization (/client): id, name (C23-17), with its locations. The first location is its main one. */
export const Organization = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  /** An IANA zone, or `_Division` for the service provider's zone. */
  timeZoneId: Type.String(),
  locations: Type.Array(Location),
  custom: CustomFields('organization'),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
export const OrganizationRow = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  locationCount: Type.Integer(),
  deviceCount: Type.Integer(),
  monitorCount: Type.Integer(),
  openAlertCount: Type.Integer(),
  custom: CustomFields('organization'),
  updatedAt: Instant,
});
const LocationInput = Closed({
  id: Type.Optional(Id),
  name: Text(),
  address: Type.Optional(Text()),
  country: Type.Optional(Text(2)),
  description: Type.Optional(Text()),
});
/** The screens of the flow `organization` have the bounds and required fields. A PUT removes omitted locations. */
const OrganizationInput = Closed({
  name: Text(),
  description: Type.Optional(Text(4000)),
  timeZoneId: Type.Optional(Text(100)),
  locations: Type.Array(LocationInput, { maxItems: 500 }),
  custom: Type.Optional(CustomInput('organization')),
});

export const organizationCalls = {
  /** C23-09 */
  listOrganizations: call({
    method: 'GET',
    path: '/client/list',
    summary: 'Id, name and time zone of each organization the user may see',
    /** `timeZone`: the IANA zone by whose clocks its schedules run. */
    reply: Type.Array(Type.Object({ id: Id, name: Type.String(), timeZone: Type.String() })),
    errors: [],
    permission: 'session',
  }),
  searchOrganizations: call({
    method: 'GET',
    path: '/client',
    summary: 'Organizations with counts',
    query: Type.Object({
      ...PageQuery,
      custom: CustomFilter,
      ...CustomSortQuery('name', 'description', 'locations', 'monitors', 'alerts', 'updated'),
    }),
    reply: CustomPage(OrganizationRow),
    errors: [],
    permission: 'session',
  }),
  /** Exports the results of `searchOrganizations` as a file. */
  exportOrganizations: call({
    method: 'POST',
    path: '/client/export',
    summary: 'Organizations as CSV, custom fields as columns',
    body: Closed({ search: Type.Optional(Text()), custom: CustomFilter }),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/csv'],
    errors: [],
    permission: 'session',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
    reads: true,
  }),
  readOrganization: call({
    method: 'GET',
    path: '/client/:id',
    summary: 'One organization',
    params: IdParams,
    reply: Organization,
    errors: [],
    permission: 'ORGANIZATION:View',
  }),
  addOrganization: call({
    method: 'POST',
    path: '/client',
    summary: 'Adds an organization',
    body: OrganizationInput,
    bodyBytes: 1024 * 1024,
    reply: Saved('client', Organization),
    errors: ['organization_name_in_use', 'location_name_in_use'],
    permission: 'ORGANIZATION:Create',
    idempotent: true,
  }),
  saveOrganization: call({
    method: 'PUT',
    path: '/client/:id',
    summary: 'Changes an organization',
    params: IdParams,
    body: OrganizationInput,
    bodyBytes: 1024 * 1024,
    reply: Saved('client', Organization),
    errors: ['organization_name_in_use', 'location_name_in_use', 'organization_has_devices', 'conflict'],
    revised: Organization,
    permission: 'ORGANIZATION:Update',
    idempotent: true,
  }),
  listLocations: call({
    method: 'GET',
    path: '/client/:id/location',
    summary: 'The locations of an organization',
    params: IdParams,
    reply: Type.Array(Location),
    errors: [],
    permission: 'ORGANIZATION:View',
  }),
};
