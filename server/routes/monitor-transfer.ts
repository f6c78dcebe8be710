import type { monitorTransferCalls } from '#api/contract/monitor-transfer.ts';
import { Refused } from '../refused.ts';
import type { CallContext, OwnTransactions } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { LargeBody } from '../http/read-bodies.ts';
import { requireAnswers } from '../require-fields.ts';
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
import type { JudgeFile, Upload } from '../monitors/transfer/judge-file.ts';
import { uploadOf } from '../monitors/transfer/read-upload.ts';
import { startRun } from '../runs/start-run.ts';

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
    if (body instanceof LargeBody) return checkFile(context, { request: body.bytes });
    requireAnswers(context.services.screens.check('monitor-import', 'file', body));
    const { content, importId } = body;
    const upload = uploadOf(body);
    const { existing } = upload;
    if (content !== undefined) return checkFile(context, { content, existing }, upload);
    const before = await rowsToJudge(context, await keptFile(context, importId));
    const { rows } = await judgeRows(context, { rows: before, existing });
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

/** Judges the rows of a file and keeps them as a new import. */
async function checkFile(context: OwnTransactions, source: JudgeFile['source'], known?: Upload): Promise<ImportReply> {
  const { rows, upload = known } = await judgeRows(context, source);
  if (!upload) throw new Error('The thread judged a file and never said what came with it');
  return context.transaction(async (tx) => {
    const id = await keepRows(tx, upload, rows);
    return refusedFirst(tx, await ownImport(tx, id));
  });
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
  try {
    return await ownImport(context, importId ?? 0, lock);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('invalid_input', {
      fields: { '/content': 'The checked file is no longer kept. Choose it again.' },
      cause: error,
    });
  }
}
