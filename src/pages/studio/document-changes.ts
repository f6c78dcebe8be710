import type { ScreenDocument } from '#engine/document/document.ts';
import { boundsOf, fieldsOf, type Bound, type DocumentField } from './document-fields.ts';

/** One difference between two documents, as a person reads it. `field` is the title of a field. */
export type DocumentChange =
  | { kind: 'title' | 'description'; before: string; after: string }
  | { kind: 'added' | 'removed' | 'required' | 'optional' | 'help' | 'moved'; field: string }
  | { kind: 'renamed'; field: string; after: string }
  | { kind: 'bound'; field: string; bound: Bound; before?: number; after?: number }
  | { kind: 'options'; field: string; added: string[]; removed: string[] }
  | { kind: 'more' };

/** What differs; `more` last where something differs that only the text of the documents shows. */
export function changesOf(before: ScreenDocument, after: ScreenDocument): DocumentChange[] {
  const found: DocumentChange[] = [];
  for (const kind of ['title', 'description'] as const)
    if (before[kind] !== after[kind]) found.push({ kind, before: before[kind] ?? '', after: after[kind] ?? '' });
  const old = new Map(fieldsOf(before).map((field) => [field.name, field]));
  const now = new Map(fieldsOf(after).map((field) => [field.name, field]));
  for (const [name, field] of now) {
    const was = old.get(name);
    if (was === undefined) found.push({ kind: 'added', field: field.title });
    else found.push(...fieldChanges(was, field));
  }
  for (const [name, field] of old) if (!now.has(name)) found.push({ kind: 'removed', field: field.title });
  found.push(...movedIn([...old.keys()], [...now.keys()], now));
  if (found.length === 0 && JSON.stringify(before) !== JSON.stringify(after)) found.push({ kind: 'more' });
  return found;
}

function fieldChanges(was: DocumentField, field: DocumentField): DocumentChange[] {
  const { title } = was;
  const bounds = new Set([...boundsOf[was.kind], ...boundsOf[field.kind]]);
  const added = field.options.filter((option) => !was.options.includes(option));
  const removed = was.options.filter((option) => !field.options.includes(option));
  return [
    ...(title === field.title ? [] : [{ kind: 'renamed' as const, field: title, after: field.title }]),
    ...(was.required === field.required
      ? []
      : [{ kind: field.required ? ('required' as const) : ('optional' as const), field: field.title }]),
    ...[...bounds].flatMap((bound): DocumentChange[] => {
      const [before, after] = [was.bounds[bound], field.bounds[bound]];
      if (before === after) return [];
      const both = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
      return [{ kind: 'bound', field: field.title, bound, ...both }];
    }),
    ...(added.length + removed.length === 0 ? [] : [{ kind: 'options' as const, field: field.title, added, removed }]),
    ...(was.help === field.help ? [] : [{ kind: 'help' as const, field: field.title }]),
  ];
}

/** The first field that stands elsewhere among those that both have. */
function movedIn(
  old: readonly string[],
  now: readonly string[],
  fields: ReadonlyMap<string, DocumentField>,
): DocumentChange[] {
  const both = now.filter((name) => old.includes(name));
  const before = old.filter((name) => now.includes(name));
  const moved = both.find((name, index) => before[index] !== name);
  return moved === undefined ? [] : [{ kind: 'moved', field: fields.get(moved)?.title ?? moved }];
}
