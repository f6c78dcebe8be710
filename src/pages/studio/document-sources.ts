import type { ScreenDocument } from '#engine/document/document.ts';
import { sourceKinds } from '../../flow/source-kinds.ts';
import { sourceNames, type SourceName } from '../../flow/source-names.ts';
import { fieldsOf } from './document-fields.ts';

/** A source that a new field of this screen may take, and the field of the screen that it depends on. */
export interface FittingSource {
  source: SourceName;
  dependsOn?: string;
}

/** Sources that need nothing, and those that depend on a field which this screen always asks. */
export function fittingSources(document: ScreenDocument): FittingSource[] {
  const fields = fieldsOf(document).filter(({ tests }) => tests.length === 0);
  return sourceNames.flatMap((source): FittingSource[] => {
    const { within, own } = sourceKinds[source];
    if (own) return [];
    if (within === undefined) return [{ source }];
    const deciding = fields.find((field) => field.source === within);
    return deciding === undefined ? [] : [{ source, dependsOn: deciding.name }];
  });
}

export function isSourceName(name: string): name is SourceName {
  return (sourceNames as readonly string[]).includes(name);
}
