import type { CompiledScreen, RowsDocument } from '#engine/document/document.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { selector, type ServerRow } from '#engine/rows/selection.ts';
import type { RowsSource } from '#screens/rows/rows-source.tsx';
import { sampleRow } from './sample.ts';

const COUNT = 40;

/** Rows for the tables of a screen, made from the schema of its item. */
export function sampleRows({ document }: Pick<CompiledScreen, 'document'>): RowsSource {
  const fields = Object.values(document.ui ?? {}).flatMap((part) =>
    isSchema(part) && part['ui:field'] === 'server-rows' ? [part['ui:options'] as RowsDocument] : [],
  );
  const [rows] = document.rows === undefined ? fields : [document.rows];
  const all: ServerRow[] = Array.from({ length: rows === undefined ? 0 : COUNT }, (_, index) => ({
    key: `row-${index + 1}`,
    data: sampleRow((rows?.item ?? {}) as Schema, index),
  }));
  return {
    async read(_run, { offset, limit, sort: _sort, countBy: _countBy, ...filter }) {
      const found = all.filter(selector({ all: true, filter, except: [] }));
      return { items: found.slice(offset, offset + limit), total: found.length };
    },
    hear: () => () => undefined,
  };
}
