// The order of the fields of a screen's document, and its sections. Each change gives a new document.
import type { ScreenDocument } from '#engine/document/document.ts';
import { fieldOrder } from '#engine/document/schema.ts';

type Section = NonNullable<ScreenDocument['sections']>[number];

/** Index of the section of a field; -1 above the sections. */
export function sectionOf({ sections = [] }: ScreenDocument, name: string): number {
  return sections.findIndex(({ fields }) => fields.includes(name));
}

/** The last field of the section that has the special part of the screen stays: a section has at least one. */
export function staysInSection(document: ScreenDocument, name: string): boolean {
  const section = document.sections?.[sectionOf(document, name)];
  return section?.special === true && section.fields.length === 1;
}

/** A section of its own below the others; it begins with one field, since a section has at least one. */
export function withNewSection(document: ScreenDocument, title: string, name: string): ScreenDocument {
  if (staysInSection(document, name)) return document;
  const { sections = [] } = document;
  return withSections(document, [...without(sections, name), { title, fields: [name] }]);
}

export function withSectionTitle(document: ScreenDocument, index: number, title: string): ScreenDocument {
  const { sections = [] } = document;
  return withSections(
    document,
    sections.map((section, at) => (at === index ? { ...section, title } : section)),
  );
}

/** Its fields stand above the sections then. The section with the special part of the screen stays. */
export function withoutSection(document: ScreenDocument, index: number): ScreenDocument {
  const { sections = [] } = document;
  if (sections[index]?.special === true) return document;
  return withSections(
    document,
    sections.filter((_, at) => at !== index),
  );
}

/** One place up (-1) or down (1). */
export function movedSection(document: ScreenDocument, index: number, by: -1 | 1): ScreenDocument {
  const { sections = [] } = document;
  const [one, other] = [sections[index], sections[index + by]];
  if (one === undefined || other === undefined) return document;
  return withSections(document, sections.with(index, other).with(index + by, one));
}

/** Last in the section; -1 above the sections. A section that has no field left is gone. */
export function withFieldInSection(document: ScreenDocument, name: string, index: number): ScreenDocument {
  const { sections = [] } = document;
  const target = sections[index];
  if (target?.fields.includes(name) || staysInSection(document, name)) return document;
  const next = sections.map((section) =>
    section === target
      ? { ...section, fields: [...section.fields, name] }
      : { ...section, fields: section.fields.filter((one) => one !== name) },
  );
  return withSections(
    document,
    next.filter(({ fields }) => fields.length > 0),
  );
}

function without(sections: readonly Section[], name: string): Section[] {
  return sections
    .map((section) => ({ ...section, fields: section.fields.filter((one) => one !== name) }))
    .filter(({ fields }) => fields.length > 0);
}

function withSections(document: ScreenDocument, sections: Section[]): ScreenDocument {
  if (sections.length > 0) return { ...document, sections };
  const { sections: _, ...rest } = document;
  return rest;
}

/** One place up (-1) or down (1) among its neighbours; a field stays in its section. */
export function movedField(document: ScreenDocument, name: string, by: -1 | 1): ScreenDocument {
  const { sections } = document;
  if (sections?.some(({ fields }) => fields.includes(name)))
    return {
      ...document,
      sections: sections.map((section) => ({ ...section, fields: swapped(section.fields, name, by) })),
    };
  const order = fieldOrder(document).filter((one) => one !== '*');
  return { ...document, ui: { ...document.ui, 'ui:order': swapped(order, name, by) } };
}

function swapped(names: readonly string[], name: string, by: -1 | 1): string[] {
  const at = names.indexOf(name);
  const other = names[at + by];
  if (at < 0 || other === undefined) return [...names];
  return names.map((one) => (one === name ? other : one === other ? name : one));
}
