import { Type } from 'typebox';
import { call, type FileReply } from './call.ts';
import { deviceColumns, deviceGroupings, deviceKinds, deviceStates } from './device-names.ts';
import { DeviceRow } from './devices.ts';
import { Closed, Id, OneOf, Page, PageQuery, SortQuery, Text } from './shapes.ts';

/** Filters of the device list. `os`: text that the name of the operating system contains. */
const matching = {
  clientId: Type.Optional(Id),
  locationId: Type.Optional(Id),
  status: Type.Optional(OneOf(deviceStates)),
  kind: Type.Optional(OneOf(deviceKinds)),
  os: Type.Optional(Text(100)),
};

/** Ids of one selection: some hundred kilobytes. */
export const mostSelectedDevices = 20_000;

export const deviceListCalls = {
  searchDevices: call({
    method: 'GET',
    path: '/device',
    summary: 'Devices with their place and status',
    query: Type.Object({ ...PageQuery, ...matching, ...SortQuery(...deviceColumns) }),
    reply: Page(DeviceRow),
    errors: [],
    permission: 'NODE:View',
  }),
  /** Organizations and locations by name, types by name, and statuses with what needs a person first. At most the first 1,000 groups. */
  groupDevices: call({
    method: 'GET',
    path: '/device/group',
    summary: 'The groups of the devices that match, with the number of devices in each',
    query: Type.Object({ by: OneOf(deviceGroupings), search: PageQuery.search, ...matching }),
    reply: Type.Object({
      groups: Type.Array(
        Type.Object({
          /** Of an organization or location its id; otherwise the type or the status. */
          key: Type.String(),
          /** Of an organization or location; empty otherwise. */
          name: Type.String(),
          /** The organization of a location; empty otherwise. */
          clientName: Type.String(),
          devices: Type.Integer(),
          offline: Type.Integer(),
        }),
      ),
      /** There are more groups. */
      isCut: Type.Boolean(),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  /** For a selection of all: the ids of the newest 20,000 at most, and how many match. */
  matchDevices: call({
    method: 'GET',
    path: '/device/match',
    summary: 'The ids of all devices that match',
    query: Type.Object({ search: PageQuery.search, ...matching }),
    reply: Type.Object({ ids: Type.Array(Id), total: Type.Integer() }),
    errors: [],
    permission: 'NODE:View',
  }),
  /** Exports the results of `searchDevices`, or those of `ids` among them. Refuses more than 100,000 devices. */
  exportDevices: call({
    method: 'POST',
    path: '/device/export',
    summary: 'Devices as CSV, with the columns of the list',
    body: Closed({
      search: Type.Optional(Text()),
      ...matching,
      ...SortQuery(...deviceColumns),
      /** All of them when omitted. */
      columns: Type.Optional(Type.Array(OneOf(deviceColumns), { minItems: 1, maxItems: deviceColumns.length })),
      ids: Type.Optional(Type.Array(Id, { maxItems: mostSelectedDevices })),
    }),
    bodyBytes: 256 * 1024,
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/csv'],
    errors: [],
    permission: 'NODE:View',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
    reads: true,
  }),
};
