import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readBeside } from '#engine/compile/library.ts';
import { checkDocument } from '#engine/document/check-document.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { createScreens } from '#server/screens/screens.ts';
import { decidingFields, saidTests, withCondition } from './document-conditions.ts';
import { withNewField } from './document-edits.ts';
import { fieldsOf } from './document-fields.ts';
import { withKnownChoices } from './known-choices.ts';

const file = fileURLToPath(new URL('../../../schemas/cloud-monitor/setup.json', import.meta.url));
const written = JSON.parse(readFileSync(file, 'utf8')) as ScreenDocument;
const compiled = createScreens().get('cloud-monitor', 'setup').document;
const testsOf = (document: ScreenDocument, title: string) =>
  fieldsOf(document).find((field) => field.title === title)?.tests ?? [];

it('has the titles of choices that stand in other documents, so that conditions are read in them', () => {
  const read = withKnownChoices(written, compiled);
  expect(saidTests(read, testsOf(written, 'URL'))).toEqual([{ kind: 'is', field: 'Type', values: ['HTTP'] }]);
  expect(saidTests(read, testsOf(written, 'Server (hostname or IP)'))).toEqual([
    { kind: 'is', field: 'Type', values: ['Ping', 'Port scan'] },
  ]);
  expect(withKnownChoices(written, undefined)).toBe(written);
});

it('lets such a choice decide about a new field, and the document that is written passes the check', () => {
  const added = withNewField(written, { title: 'Cost centre', kind: 'text', options: [] });
  const field = fieldsOf(added.document).find(({ title }) => title === 'Cost centre');
  if (field === undefined) throw new Error('the field was not added');
  const deciding = decidingFields(withKnownChoices(added.document, compiled), field);
  expect(deciding.find(({ title }) => title === 'Type')?.options).toContainEqual({ value: 'HTTP', title: 'HTTP' });
  const { document } = withCondition(added.document, field, { field: 'monitorType', values: ['HTTP'] });
  expect(saidTests(withKnownChoices(document, compiled), testsOf(document, 'Cost centre'))).toEqual([
    { kind: 'is', field: 'Type', values: ['HTTP'] },
  ]);
  expect(checkDocument(JSON.stringify(document), readBeside(file))).toEqual([]);
});
