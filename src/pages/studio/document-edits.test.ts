// Every change of the visual editor, on every document of the folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readBeside } from '#engine/compile/library.ts';
import { checkDocument } from '#engine/document/check-document.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { fieldOrder } from '#engine/document/schema.ts';
import { conditionOf, decidingFields, isConditionChangeable, withCondition } from './document-conditions.ts';
import { withBound, withHelp, withNewField, withoutField, withTitle, withWidget } from './document-edits.ts';
import { fieldsOf, type DocumentField } from './document-fields.ts';
import { movedField, movedSection, withFieldInSection, withNewSection, withoutSection } from './document-sections.ts';
import { fittingSources } from './document-sources.ts';

const schemas = fileURLToPath(new URL('../../../schemas', import.meta.url));
const files = readdirSync(schemas, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(schemas, name)).map((file) => join(schemas, name, file)))
  .filter((file) => file.endsWith('.json') && !file.endsWith('flow.json'));
const documents = files.flatMap((file) => {
  const document = JSON.parse(readFileSync(file, 'utf8')) as ScreenDocument & { parts?: string };
  return document.schema?.properties === undefined ? [] : [{ name: file.slice(schemas.length + 1), file, document }];
});
const read = (name: string) => documents.find((one) => one.name === name)?.document as ScreenDocument;
const problems = (file: string, document: ScreenDocument) => checkDocument(JSON.stringify(document), readBeside(file));
const first = (document: ScreenDocument, name: string) =>
  fieldsOf(document).find((field) => field.name === name) as DocumentField;
/** Without the order where it says what the order of the properties says already. */
const plain = (document: ScreenDocument) => {
  const { 'ui:order': _, ...ui } = document.ui ?? {};
  return { ...document, ui, order: [...fieldOrder(document)] };
};
const owner = { kind: 'text', options: [] } as const;

describe.each(documents)('$name', ({ file, document }) => {
  it('is the same after each change and its inverse', () => {
    for (const field of fieldsOf(document)) {
      expect(withTitle(withTitle(document, field, 'Other'), field, field.title)).toEqual(
        withTitle(document, field, field.title),
      );
      expect(withHelp(withHelp(document, field, 'Other'), field, field.help)).toEqual(document);
      const other = field.widget.offered.find((one) => one !== field.widget.shown);
      if (other === undefined) continue;
      const changed = withWidget(document, field, other);
      expect(first(changed, field.name).widget.shown).toBe(other);
      expect(first(withWidget(changed, field, field.widget.shown ?? ''), field.name)).toEqual(
        first(document, field.name),
      );
      expect(problems(file, changed)).toEqual([]);
    }
  });

  it('takes a new field under a condition and in a section, and is the same without it', () => {
    const added = withNewField(document, { title: 'Planted field', ...owner });
    const [by] = decidingFields(added.document, added.field);
    expect(problems(file, added.document)).toEqual([]);
    const sectioned = withNewSection(added.document, 'Planted section', added.field.name);
    expect(problems(file, sectioned)).toEqual([]);
    expect(plain(withoutField(sectioned, added.field))).toEqual(plain(withoutField(added.document, added.field)));
    if (by === undefined) return;
    const values = by.kind === 'yesNo' ? [true] : by.options.slice(0, 2).map(({ value }) => value);
    const under = withCondition(sectioned, added.field, { field: by.name, values });
    expect(problems(file, under.document)).toEqual([]);
    expect(conditionOf(under.document, first(under.document, added.field.name))).toEqual({ field: by.name, values });
    expect(plain(withCondition(under.document, under.field, undefined).document)).toEqual(plain(sectioned));
    expect(plain(withoutField(under.document, under.field))).toEqual(plain(withoutField(sectioned, added.field)));
  });

  it('asks each field under a condition that can have one, and asks it always again', () => {
    for (const field of fieldsOf(document)) {
      if (!isConditionChangeable(document, field) || field.tests.length > 0) continue;
      const [by] = decidingFields(document, field);
      if (by === undefined) continue;
      const values = by.kind === 'yesNo' ? [true] : [by.options[0]?.value ?? ''];
      const under = withCondition(document, field, { field: by.name, values });
      expect(first(under.document, field.name)).toMatchObject({ required: field.required, title: field.title });
      const unasked = problems(file, under.document).filter(({ message }) => message.includes('no field asks for it'));
      // What comes from another file of the folder is not seen by a change of this one.
      if (!JSON.stringify(document).includes('../')) expect(unasked, field.name).toEqual([]);
      const { examples: _now, ...again } = plain(withCondition(under.document, under.field, undefined).document);
      const { examples: _before, ...before } = plain(document);
      const sorted = (one: typeof again) => ({
        ...one,
        schema: { ...one.schema, required: [...(one.schema?.required ?? [])].sort() },
      });
      expect(sorted(again)).toEqual(sorted(before));
    }
  });
});

describe('a condition', () => {
  const details = read('status-page/details.json');

  it('moves the requirement, the translations and the place with the field', () => {
    const slug = first(details, 'slug');
    expect(slug.tests).toEqual([{ kind: 'is', field: 'addressType', values: ['CHOSEN'] }]);
    const translations = { 'pl-pl': { [`/schema${slug.at}/title`]: { from: slug.title, text: 'Słowa' } } };
    const always = withCondition({ ...details, translations }, slug, undefined);
    expect(always.document.schema?.required).toContain('slug');
    expect(always.document.schema).not.toHaveProperty('allOf');
    expect(Object.keys(always.document.translations?.['pl-pl'] ?? {})).toEqual(['/schema/properties/slug/title']);
    expect(problems(documents.find((one) => one.document === details)?.file ?? '', always.document)).toEqual([]);
  });

  it('repeats what the deciding field waits for', () => {
    const document = read('backup-job/basic.json');
    const added = withNewField(document, { title: 'Disc label', ...owner });
    const under = withCondition(added.document, added.field, { field: 'splitImageFileSize', values: [650] });
    expect(first(under.document, 'discLabel').tests).toEqual([
      { kind: 'is', field: 'splitImageFile', values: [true] },
      { kind: 'is', field: 'splitImageFileSize', values: [650] },
    ]);
  });

  it('is not offered for a field on which the deciding field waits, and not for one that other conditions need', () => {
    expect(decidingFields(details, first(details, 'addressType'))).toEqual([
      expect.objectContaining({ name: 'enabled' }),
    ]);
    const mail = read('division/mail.json');
    expect(isConditionChangeable(mail, first(mail, 'password'))).toBe(false);
  });
});

describe('sections', () => {
  const document = documents.find(({ document: one }) => (one.sections?.length ?? 0) > 1)?.document as ScreenDocument;

  it('change their order, lose one, and take a field', () => {
    const [one, other] = document.sections ?? [];
    expect(movedSection(document, 0, 1).sections?.slice(0, 2)).toEqual([other, one]);
    expect(movedSection(movedSection(document, 0, 1), 1, -1)).toEqual(document);
    expect(withoutSection(document, 0).sections).toEqual(document.sections?.slice(1));
    const [name = ''] = one?.fields ?? [];
    expect(
      withFieldInSection(document, name, 1).sections?.find(({ title }) => title === other?.title)?.fields,
    ).toContain(name);
    const [moved] = other?.fields ?? [];
    expect(movedField(movedField(document, moved ?? '', 1), moved ?? '', -1)).toEqual(document);
  });
});

it('offers the sources that fit the screen, and those of organizations where it asks for one', () => {
  const host = fittingSources(read('vm-host/host.json'));
  expect(host).toContainEqual({ source: 'location', dependsOn: 'clientId' });
  const details = fittingSources(read('organization/details.json')).map(({ source }) => source);
  expect(details).toContain('country');
  expect(details).not.toContain('location');
  expect(details).not.toContain('escalationChannel');
});

describe('the bounds of a whole number', () => {
  const setup = read('cloud-monitor/setup.json');
  const frequency = (document: ScreenDocument) => first(document, 'frequency').bounds;
  const values = ({ examples }: ScreenDocument) =>
    new Set(((examples?.valid ?? []) as { frequency: number }[]).map((example) => example.frequency));

  it('are those of its rule, and its examples follow them', () => {
    expect(frequency(setup)).toEqual({ minimum: 30, maximum: 86_400 });
    const hourly = withBound(setup, first(setup, 'frequency'), 'maximum', 3600);
    expect(hourly.schema?.properties?.['frequency']).toMatchObject({ wholeNumber: { minimum: 30, maximum: 3600 } });
    expect(hourly.schema?.properties?.['frequency']).not.toHaveProperty('maximum');
    expect([...values(hourly)].toSorted((a, b) => a - b)).toEqual([30, 60, 300, 3600]);
    const endless = withBound(hourly, first(hourly, 'frequency'), 'maximum');
    expect(frequency(endless)).toEqual({ minimum: 30 });
  });

  it('leave the examples as they are while they leave no value', () => {
    const none = withBound(setup, first(setup, 'frequency'), 'maximum', 3);
    expect(none.examples).toEqual(setup.examples);
    expect(frequency(withBound(none, first(none, 'frequency'), 'maximum', 86_400))).toEqual(frequency(setup));
  });
});
