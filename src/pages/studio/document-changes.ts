import type { ScreenDocument } from '#engine/document/document.ts';
import type { Bound } from './document-examples.ts';
import { boundsOf, fieldsOf, type DocumentField, type Option } from './document-fields.ts';

/** One difference between two documents, as a person reads it. `field` is the title of a field. */
export type DocumentChange =
  | { kind: 'title' | 'description'; before: string; after: string }
  | { kind: 'added' | 'removed' | 'required' | 'optional' | 'help' | 'placeholder' | 'lines' | 'moved'; field: string }
  | { kind: 'begins'; field: string; before: Begins; after: Begins }
  | { kind: 'message'; field: string; words: string }
  | { kind: 'section'; before: string; after: string }
  | { kind: 'renamed'; field: string; after: string }
  | { kind: 'bound'; field: string; bound: Bound; before?: number; after?: number }
  | { kind: 'options'; field: string; added: string[]; removed: string[]; renamed: { before: string; after: string }[] }
  | { kind: 'translated'; language: string; english: string; after: string }
  | { kind: 'untranslated'; language: string; english: string }
  | { kind: 'manyTranslated'; language: string; count: number }
  | { kind: 'more' };
type Begins = DocumentField['begins'];

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
  for (const [index, { title }] of (before.sections ?? []).entries()) {
    const section = after.sections?.[index];
    if (section !== undefined && section.title !== title)
      found.push({ kind: 'section', before: title, after: section.title });
  }
  found.push(...movedIn([...old.keys()], [...now.keys()], now));
  found.push(...translationChanges(before, after));
  if (found.length === 0 && JSON.stringify(before) !== JSON.stringify(after)) found.push({ kind: 'more' });
  return found;
}

/** More changed translations of a language are only counted. */
const MOST_TRANSLATIONS = 20;

function translationChanges(before: ScreenDocument, after: ScreenDocument): DocumentChange[] {
  const [old, now] = [before.translations ?? {}, after.translations ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((language): DocumentChange[] => {
    const [was, is] = [old[language] ?? {}, now[language] ?? {}];
    const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((pointer): DocumentChange[] => {
      const [one, other] = [was[pointer], is[pointer]];
      if (other === undefined) return one === undefined ? [] : [{ kind: 'untranslated', language, english: one.from }];
      if (one?.text === other.text && one.from === other.from) return [];
      return [{ kind: 'translated', language, english: other.from, after: other.text }];
    });
    if (changed.length <= MOST_TRANSLATIONS) return changed;
    return [{ kind: 'manyTranslated', language, count: changed.length }];
  });
}

function fieldChanges(was: DocumentField, field: DocumentField): DocumentChange[] {
  const { title } = was;
  const bounds = new Set([...boundsOf[was.kind], ...boundsOf[field.kind]]);
  const options = optionChanges(was.options, field.options);
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
    ...(options === undefined ? [] : [{ kind: 'options' as const, field: field.title, ...options }]),
    ...(was.begins === field.begins
      ? []
      : [{ kind: 'begins' as const, field: field.title, before: was.begins, after: field.begins }]),
    ...(['help', 'placeholder', 'lines'] as const).flatMap((kind) =>
      was[kind] === field[kind] ? [] : [{ kind, field: field.title }],
    ),
    ...[...new Set([...Object.keys(was.messages), ...Object.keys(field.messages)])].flatMap((refusal) =>
      was.messages[refusal] === field.messages[refusal]
        ? []
        : [{ kind: 'message' as const, field: field.title, words: field.messages[refusal] ?? '' }],
    ),
  ];
}

function optionChanges(was: readonly Option[], now: readonly Option[]) {
  const among = (options: readonly Option[], value: Option['value']) => options.find((one) => one.value === value);
  const added = now.filter(({ value }) => !among(was, value)).map(({ title }) => title);
  const removed = was.filter(({ value }) => !among(now, value)).map(({ title }) => title);
  const renamed = now.flatMap(({ value, title }) => {
    const before = among(was, value)?.title;
    return before === undefined || before === title ? [] : [{ before, after: title }];
  });
  return added.length + removed.length + renamed.length === 0 ? undefined : { added, removed, renamed };
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
