import { Type } from 'typebox';
import { call, type FileReply } from './call.ts';
import { CustomFilter } from './custom-fields.ts';
import { MonitorType } from './monitor-types.ts';
import { ShownStatus } from './monitors.ts';
import { Run } from './runs.ts';
import { Closed, Id, IdParams, Text, Uuid } from './shapes.ts';

/** What a row does, or did once `done`: adds, changes, changes nothing, is left alone since it exists, is refused. */
export const RowDoes = Type.Union([
  Type.Literal('add'),
  Type.Literal('change'),
  Type.Literal('same'),
  Type.Literal('skip'),
  Type.Literal('refuse'),
]);
export const ImportRow = Type.Object({
  /** As a spreadsheet counts (the header is 1), or the place in a JSON list, from 1. */
  row: Type.Integer(),
  name: Type.String(),
  /** Organization and location as the file names them. */
  place: Type.String(),
  does: RowDoes,
  done: Type.Boolean(),
  /** `field` as the file spells it: `monitorName`, `conditions[0].runCount`. */
  refusals: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
});
export const ImportCounts = Type.Object({
  add: Type.Integer(),
  change: Type.Integer(),
  same: Type.Integer(),
  skip: Type.Integer(),
  refuse: Type.Integer(),
});
const Existing = Type.Union([Type.Literal('UPDATE'), Type.Literal('SKIP')]);
const ShownRows = Type.Union([Type.Literal('refused'), Type.Literal('all')]);
/** An import as its owner sees it, with one page of its rows. Nothing of a file's contents beyond names is told. */
export const MonitorImport = Type.Object({
  id: Id,
  fileName: Type.String(),
  existing: Existing,
  /** `checked`: nothing is written yet. `running`: some rows are. `done`: all that there is to do. */
  state: Type.Union([Type.Literal('checked'), Type.Literal('running'), Type.Literal('done')]),
  total: Type.Integer(),
  /** Rows that add or change, and how many of them are written. */
  toWrite: Type.Integer(),
  written: Type.Integer(),
  counts: ImportCounts,
  /** Rows that add a monitor with the conditions of its type, since the file gives none. */
  withDefaultConditions: Type.Integer(),
  rows: Type.Array(ImportRow),
  show: ShownRows,
  offset: Type.Integer(),
  /** Rows of a page. */
  limit: Type.Integer(),
  /** Rows that `show` finds. */
  matching: Type.Integer(),
  /** Where the refused rows are to be had as CSV. */
  refusalsUrl: Type.String(),
});

export const monitorTransferCalls = {
  /** A file of what `listMonitors` would find, or of `ids`. It holds no passwords. */
  exportMonitors: call({
    method: 'POST',
    path: '/cloudmonitor/export',
    summary: 'Cloud monitors as a file, without passwords',
    body: Closed({
      format: Type.Union([Type.Literal('json'), Type.Literal('csv')]),
      search: Type.Optional(Text()),
      clientId: Type.Optional(Id),
      status: Type.Optional(ShownStatus),
      type: Type.Optional(MonitorType),
      custom: CustomFilter,
      ids: Type.Optional(Type.Array(Id, { maxItems: 20_000 })),
    }),
    bodyBytes: 256 * 1024,
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['application/json', 'text/csv'],
    errors: [],
    permission: 'NODE:View',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
    reads: true,
  }),
  /**
   * Says what each row of a file would do. No monitor is written; the rows are kept, sealed, for a day, so that the
   * import can be confirmed. `uploadId`: a file that was uploaded (`createUpload`), which goes with the check. `importId` instead: the
   * rows of an earlier check, looked at again.
   */
  checkMonitorImport: call({
    method: 'POST',
    path: '/cloudmonitor/import',
    summary: 'Dry run of an import: what each row of a file would do',
    body: Closed({
      uploadId: Type.Optional(Uuid),
      importId: Type.Optional(Id),
      existing: Existing,
    }),
    reply: MonitorImport,
    errors: ['import_in_progress', 'import_timed_out', 'upload_incomplete'],
    permission: 'NODE:Create',
    idempotent: true,
    ownTransactions: true,
    rate: { max: 30, seconds: 60 },
  }),
  readMonitorImport: call({
    method: 'GET',
    path: '/cloudmonitor/import/:id',
    summary: 'An import and a page of its rows',
    params: IdParams,
    query: Type.Object({
      show: Type.Optional(ShownRows),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
    }),
    reply: MonitorImport,
    errors: [],
    permission: 'NODE:Create',
  }),
  /** The server writes the rows by itself; asked again while it does, this answers the same run. A row is written once. */
  runMonitorImport: call({
    method: 'POST',
    path: '/cloudmonitor/import/:id/run',
    summary: 'Starts writing the rows of a checked import',
    params: IdParams,
    reply: Run,
    errors: [],
    permission: 'NODE:Create',
    idempotent: true,
  }),
  exportRefusals: call({
    method: 'GET',
    path: '/cloudmonitor/import/:id/refusals',
    summary: 'The refused rows of an import as CSV',
    params: IdParams,
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/csv'],
    errors: [],
    permission: 'NODE:Create',
  }),
};
