import type { monitorTransferCalls } from '#api/contract/monitor-transfer.ts';
import { Refused, type CallContext, type Handlers } from '../http/handler.ts';
import { requireAnswers } from '../http/require-fields.ts';
import { exportRefusals } from '../monitors/transfer/export-refusals.ts';
import { exportMonitors } from '../monitors/transfer/export.ts';
import {
  checkAgain,
  checkRows,
  importReply,
  ownImport,
  type Import,
  type ImportReply,
} from '../monitors/transfer/imports.ts';
import { readFile } from '../monitors/transfer/read-file.ts';
import { runBatch } from '../monitors/transfer/run-import.ts';

export const monitorTransferHandlers: Handlers<keyof typeof monitorTransferCalls> = {
  exportMonitors: ({ services, actor, now }, { body }) => exportMonitors(services.database, actor, body, now),
  checkMonitorImport: async (context, { body }) => {
    requireAnswers(context.services.screens.check('monitor-import', 'file', body));
    const { fileName = 'file', content, importId } = body;
    const existing = body.existing === 'SKIP' ? 'SKIP' : 'UPDATE';
    if (content !== undefined) {
      const id = await checkRows(context, { fileName, existing }, await readFile(content));
      return refusedFirst(context, await ownImport(context, id));
    }
    const of = await keptFile(context, importId);
    await checkAgain(context, of, existing);
    return refusedFirst(context, of);
  },
  readMonitorImport: async (context, { params, query }) =>
    importReply(context.db, await ownImport(context, params.id), query),
  runMonitorImport: async (context, { params }) => {
    const of = await ownImport(context, params.id, true);
    await runBatch(context, of);
    return refusedFirst(context, of);
  },
  exportRefusals: async (context, { params }) =>
    exportRefusals(context.services.database, await ownImport(context, params.id)),
};

/** What needs a person stands first. */
async function refusedFirst({ db }: CallContext, of: Import): Promise<ImportReply> {
  const refused = await importReply(db, of, { show: 'refused' });
  return refused.matching > 0 ? refused : importReply(db, of, { show: 'all' });
}

/** The file of an earlier check, which may be a day ago. @throws Refused `invalid_input` */
async function keptFile(context: CallContext, importId: number | undefined): Promise<Import> {
  try {
    return await ownImport(context, importId ?? 0, true);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('invalid_input', {
      fields: { '/content': 'The checked file is no longer kept. Choose it again.' },
      cause: error,
    });
  }
}
