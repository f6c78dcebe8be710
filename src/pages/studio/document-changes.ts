import type { ScreenDocument } from '#engine/document/document.ts';
import { textsOf } from '#engine/document/texts.ts';
import { equal } from '#engine/vocabulary/runtime.ts';
import { saidTests, type SaidTest } from './document-conditions.ts';
import type { Bound } from './document-examples.ts';
import { boundsOf, fieldsOf, type DocumentField, type Option } from './document-fields.ts';
import { sectionChanges, type SectionChange } from './section-changes.ts';

/** One difference between two documents, as a person reads it. `field` is the title of a field. */
export type DocumentChange =
  | { kind: 'title' | 'description'; before: string; after: string }
  | { kind: 'added' | 'removed' | 'required' | 'optional' | 'help' | 'placeholder' | 'moved'; field: string }
  | { kind: 'begins'; field: string; before: Begins; after: Begins }
  | { kind: 'message'; field: string; words: string }
  | { kind: 'widget'; field: string; widget: string }
  | { kind: 'condition'; field: string; tests: SaidTest[] }
  | { kind: 'renamed'; field: string; after: string }
  | { kind: 'bound'; field: string; bound: Bound; before?: number; after?: number }
  | { kind: 'options'; field: string; added: string[]; removed: string[]; renamed: { before: string; after: string }[] }
  | { kind: 'text'; before: string; after: string }
  | { kind: 'translated'; language: string; english: string; after: string }
  | { kind: 'untranslated'; language: string; english: string }
  | { kind: 'manyTranslated'; language: string; count: number }
  | { kind: 'more' }
  | SectionChange;
type Begins = DocumentField['begins'];

/** What differs; `more` last where something differs that only the text of the documents shows. */
export function changesOf(before: ScreenDocument, after: ScreenDocument): DocumentChange[] {
  const found: DocumentChange[] = [];
  for (const kind of ['title', 'description'] as const)
    if (before[kind] !== after[kind]) found.push({ kind, before: before[kind] ?? '', after: after[kind] ?? '' });
  const [old, now] = [byDeclaration(before), byDeclaration(after)];
  for (const [key, field] of now) {
    const was = old.get(key);
    if (was === undefined) found.push({ kind: 'added', field: field.title });
    else found.push(...fieldChanges(was, field));
    const [said, saidBefore] = [saidTests(after, field.tests), saidTests(before, was?.tests ?? [])];
    if (
      !equal(field.tests, was?.tests ?? []) &&
      !(equal(said, saidBefore) && said.some(({ kind }) => kind !== 'other'))
    )
      found.push({ kind: 'condition', field: field.title, tests: said });
    if (was === undefined && field.widget.offered.length > 0 && isChosen(after, field))
      found.push({ kind: 'widget', field: field.title, widget: field.widget.shown ?? '' });
  }
  for (const [key, field] of old) if (!now.has(key)) found.push({ kind: 'removed', field: field.title });
  found.push(...sectionChanges(before, after));
  found.push(...movedIn([...old.keys()], [...now.keys()], now));
  found.push(...textChanges(before, after));
  found.push(...translationChanges(before, after));
  if (found.length === 0 && JSON.stringify(before) !== JSON.stringify(after)) found.push({ kind: 'more' });
  return found;
}

function isChosen({ ui }: ScreenDocument, { name }: DocumentField): boolean {
  return (ui?.[name] as Record<string, unknown> | undefined)?.['ui:widget'] !== undefined;
}

/** A field that is declared for each of several conditions is told apart by their order. */
function byDeclaration(document: ScreenDocument): Map<string, DocumentField> {
  const counts = new Map<string, number>();
  return new Map(
    fieldsOf(document).map((field) => {
      const count = (counts.get(field.name) ?? 0) + 1;
      counts.set(field.name, count);
      return [`${field.name} ${count}`, field];
    }),
  );
}

/** Buttons, and the sentences below titles: no other change says these. */
function textChanges(before: ScreenDocument, after: ScreenDocument): DocumentChange[] {
  const old = new Map(textsOf(before).map(({ pointer, text }) => [pointer, text]));
  return textsOf(after).flatMap(({ pointer, kind, text }): DocumentChange[] => {
    const was = old.get(pointer);
    const isOwn = kind === 'button' || (kind === 'description' && pointer !== '/description');
    return isOwn && was !== undefined && was !== text ? [{ kind: 'text', before: was, after: text }] : [];
  });
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
    ...(was.widget.shown === field.widget.shown || field.widget.shown === undefined
      ? []
      : [{ kind: 'widget' as const, field: field.title, widget: field.widget.shown }]),
    ...(['help', 'placeholder'] as const).flatMap((kind) =>
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
