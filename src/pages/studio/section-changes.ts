import type { ScreenDocument } from '#engine/document/document.ts';
import { fieldsOf } from './document-fields.ts';

export type SectionChange =
  | { kind: 'section'; before: string; after: string }
  | { kind: 'sectionAdded' | 'sectionRemoved'; section: string }
  | { kind: 'inSection'; field: string; section: string }
  | { kind: 'outOfSection'; field: string }
  | { kind: 'sectionsMoved' };

type Section = NonNullable<ScreenDocument['sections']>[number];

/** What differs between the sections. One that keeps a field under another title was renamed. */
export function sectionChanges(before: ScreenDocument, after: ScreenDocument): SectionChange[] {
  const [old, now] = [before.sections ?? [], after.sections ?? []];
  const was = new Map<Section, Section>();
  for (const section of now) {
    const same = old.find(({ title }) => title === section.title) ?? renamed(section, old, now);
    if (same !== undefined) was.set(section, same);
  }
  const kept = new Set(was.values());
  const order = old.filter((section) => kept.has(section));
  return [
    ...now.flatMap((section): SectionChange[] => {
      const same = was.get(section);
      if (same === undefined) return [{ kind: 'sectionAdded', section: section.title }];
      return same.title === section.title ? [] : [{ kind: 'section', before: same.title, after: section.title }];
    }),
    ...old
      .filter((section) => !kept.has(section))
      .map(({ title }): SectionChange => ({ kind: 'sectionRemoved', section: title })),
    ...([...was.values()].some((section, index) => section !== order[index])
      ? [{ kind: 'sectionsMoved' } as const]
      : []),
    ...arrivals(after, old, was),
    ...departures(after, order),
  ];
}

function renamed(section: Section, old: readonly Section[], now: readonly Section[]): Section | undefined {
  return old.find(
    ({ title, fields }) =>
      !now.some((other) => other.title === title) && fields.some((name) => section.fields.includes(name)),
  );
}

/** Fields that stand in another section than before. */
function arrivals(after: ScreenDocument, old: readonly Section[], was: ReadonlyMap<Section, Section>): SectionChange[] {
  const titles = new Map(fieldsOf(after).map(({ name, title }) => [name, title]));
  return (after.sections ?? []).flatMap((section) =>
    section.fields.flatMap((name): SectionChange[] => {
      const before = old.find(({ fields }) => fields.includes(name));
      if (before === was.get(section) && before !== undefined) return [];
      return [{ kind: 'inSection', field: titles.get(name) ?? name, section: section.title }];
    }),
  );
}

/** Fields that stood in a section which is still there, and stand above the sections now. */
function departures(after: ScreenDocument, kept: readonly Section[]): SectionChange[] {
  const placed = new Set(after.sections?.flatMap(({ fields }) => fields));
  const titles = new Map(fieldsOf(after).map(({ name, title }) => [name, title]));
  return kept
    .flatMap(({ fields }) => fields)
    .filter((name) => titles.has(name) && !placed.has(name))
    .map((name) => ({ kind: 'outOfSection', field: titles.get(name) ?? name }));
}
