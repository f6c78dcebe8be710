import { Type } from 'typebox';
import { ImportCounts, RowDoes } from '#api/contract/monitor-transfer.ts';
import { Closed, Id } from '#api/contract/shapes.ts';
import { runKind } from '../../runs/run-kind.ts';
import { ownImport } from './imports.ts';
import { runBatch } from './run-import.ts';

/** Writes the rows of a checked file, some hundred in a transaction, until all are written. */
export const monitorImportRun = runKind({
  name: 'monitor-import',
  title: 'import of cloud monitors',
  input: Closed({ importId: Id }),
  stages: ['write'],
  /** What became of a row, by its number in the file. `reason`: of one that is refused. */
  item: Type.Object({
    row: Type.Integer(),
    name: Type.String(),
    place: Type.String(),
    does: RowDoes,
    reason: Type.String(),
  }),
  result: ImportCounts,
  errors: [],
  resumable: true,
  async work({ input: { importId }, signal, transaction }) {
    for (;;) {
      signal.throwIfAborted();
      const { left, counts } = await transaction(async (context) =>
        runBatch(context, await ownImport(context, importId, true)),
      );
      if (left === 0) return counts;
    }
  },
});
