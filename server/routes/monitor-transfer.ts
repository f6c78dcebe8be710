import type { monitorTransferCalls } from '#api/contract/monitor-transfer.ts';
import { Refused } from '../refused.ts';
import type { CallContext, OwnTransactions } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { monitorImportRun } from '../monitors/transfer/import-run.ts';
import { exportRefusals } from '../monitors/transfer/export-refusals.ts';
import { exportMonitors } from '../monitors/transfer/export.ts';
import {
  importReply,
  judgeRows,
  keepAgain,
  keepRows,
  ownImport,
  rowsToJudge,
  type Import,
  type ImportReply,
} from '../monitors/transfer/imports.ts';
import { startRun } from '../runs/start-run.ts';
import { ownUpload, readWhole, removeUpload, type UploadRow } from '../uploads/uploads.ts';

export const monitorTransferHandlers: Handlers<keyof typeof monitorTransferCalls> = {
  exportMonitors: async ({ services, actor, now, audit }, { body }) => {
    const { file, monitors } = await exportMonitors(services, actor, body, now);
    const { ids, ...filter } = body;
    await audit({
      action: 'CLOUD_MONITORS_EXPORTED',
      entityType: 'CLOUD_MONITOR',
      ...(body.clientId === undefined || monitors === 0 ? {} : { organizationId: body.clientId }),
      summary: `Exported ${monitors} cloud ${monitors === 1 ? 'monitor' : 'monitors'} as ${body.format.toUpperCase()}`,
      detail: { ...filter, monitors, chosen: ids !== undefined },
    });
    return file;
  },
  checkMonitorImport: async (context, { body }) => {
    const { uploadId, importId, existing } = body;
    if (uploadId !== undefined) return checkFile(context, uploadId, existing);
    const before = await rowsToJudge(context, await keptFile(context, importId));
    const rows = await judgeRows(context, { rows: before }, existing);
    return context.transaction(async (tx) => {
      const of = await keptFile(tx, importId, true);
      // It may have been imported while its rows were judged.
      await rowsToJudge(tx, of);
      await keepAgain(tx, of, existing, rows);
      return refusedFirst(tx, of);
    });
  },
  readMonitorImport: async (context, { params, query }) =>
    importReply(context.db, await ownImport(context, params.id), query),
  runMonitorImport: async (context, { params }) => {
    const { id } = await ownImport(context, params.id);
    return startRun(context, monitorImportRun, { input: { importId: id }, subject: String(id) });
  },
  exportRefusals: async (context, { params }) =>
    exportRefusals(context.services.database, await ownImport(context, params.id)),
};

/** Judges the rows of an uploaded file and keeps them as a new import, in the place of the upload. */
async function checkFile(
  context: OwnTransactions,
  uploadId: string,
  existing: Import['existing'],
): Promise<ImportReply> {
  const upload = await uploadedFile(context, uploadId);
  const bytes = await readWhole(context.db, context.services.secrets, upload);
  // A buffer of its own, which the thread is given.
  const rows = await judgeRows(context, { file: new Uint8Array(bytes) }, existing);
  return context.transaction(async (tx) => {
    const id = await keepRows(tx, { fileName: upload.name, existing }, rows);
    await removeUpload(tx.db, uploadId);
    return refusedFirst(tx, await ownImport(tx, id));
  });
}

/** @throws Refused `invalid_input` */
async function uploadedFile(context: OwnTransactions, uploadId: string): Promise<UploadRow> {
  try {
    const upload = await ownUpload(context, uploadId);
    if (upload.purpose === 'monitor-import') return upload;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  throw new Refused('invalid_input', { fields: { '/file': 'The uploaded file is no longer kept. Choose it again.' } });
}

/** What needs a person stands first. */
async function refusedFirst({ db }: Pick<CallContext, 'db'>, of: Import): Promise<ImportReply> {
  const refused = await importReply(db, of, { show: 'refused' });
  return refused.matching > 0 ? refused : importReply(db, of, { show: 'all' });
}

/** The file of an earlier check, which may be a day ago. @throws Refused `invalid_input` */
async function keptFile(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  importId: number | undefined,
  lock = false,
): Promise<Import> {
  if (importId === undefined) throw new Refused('invalid_input', { fields: { '/file': 'Choose a file' } });
  try {
    return await ownImport(context, importId, lock);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('invalid_input', {
      fields: { '/file': 'The checked file is no longer kept. Choose it again.' },
      cause: error,
    });
  }
}
