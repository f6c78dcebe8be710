// What is stored when a screen changes: the gate opens every record and every draft with the changed screen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { addPerson } from '../../tests/contract/site.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { organization } from '../database/schema/organizations.ts';
import { screenDocuments } from '../screens/screens.ts';
import { asksTheSame } from './stored.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

const at = '/studio/screens/organization/details';
type Schema = NonNullable<ScreenDocument['schema']> & { properties: Record<string, object>; required: string[] };
type Document = ScreenDocument & { schema: Schema; examples: { valid: Record<string, unknown>[]; invalid: object[] } };
const shipped = () => JSON.parse(readFileSync(join(screenDocuments, 'organization/details.json'), 'utf8')) as Document;

interface Judged {
  resultCode?: string;
  broken: { problems: string[] }[];
  stored: { count: number; told: { kind: string; name: string; problems: string[] }[] };
}

/** Checks the Details screen with a change, and replies with what the gate found. */
async function judged(who: Visitor, change: (document: Document) => void): Promise<Judged> {
  const document = shipped();
  change(document);
  const { body: edited } = await who.get(at);
  await who.put(`${at}/edit`, { text: JSON.stringify(document), base: edited['number'] });
  const { body } = await who.post(`${at}/check`);
  await who.delete(`${at}/edit`);
  return body as unknown as Judged;
}

/** A new field that every organization has to answer. */
function withCostCentre(more: object): (document: Document) => void {
  return ({ schema, examples }) => {
    schema.properties['costCentre'] = { type: 'string', title: 'Cost centre', maxLength: 20, ...more };
    schema.required.push('costCentre');
    for (const example of examples.valid) example['costCentre'] = '4711';
  };
}

const addOrganization = async (name: string) =>
  expect((await admin.post('/client', { name, locations: [] })).status).toBe(200);

describe('what is stored', () => {
  it('keeps a screen from being published that would not save it: unless the new field has a default', async () => {
    await addOrganization('Northwind');
    const refused = await judged(admin, withCostCentre({}));
    expect(refused.broken).toEqual([]);
    const northwind = refused.stored.told.find(({ name }) => name === 'Northwind');
    expect(northwind).toEqual({
      kind: 'record',
      name: 'Northwind',
      problems: [expect.stringMatching(/^Details: Cost centre: /)],
    });
    expect((await judged(admin, withCostCentre({ default: 'None' }))).stored).toEqual({ count: 0, told: [] });
  });

  it('is refused at the publication as well', async () => {
    const document = shipped();
    withCostCentre({})(document);
    const { body: edited } = await admin.get(at);
    await admin.put(`${at}/edit`, { text: JSON.stringify(document), base: edited['number'] });
    const { body } = await admin.post(`${at}/version`, { note: '' });
    expect(body).toMatchObject({ resultCode: 'REFUSED', number: null, broken: [] });
    expect((body as unknown as Judged).stored.count).toBeGreaterThan(0);
    await admin.delete(`${at}/edit`);
  });

  it('names no record that the product owner may not see, and opens it all the same', async () => {
    const { who, may } = await addPerson(server, admin, 'Pola');
    await may([{ permission: 'SYSTEM:Studio.Access', entityId: null }]);
    const { stored } = await judged(who, withCostCentre({}));
    expect(stored.count).toBeGreaterThan(0);
    expect(new Set(stored.told.map(({ name }) => name))).toEqual(new Set(['']));
  });

  it('counts more than it tells, and what did not save before is not the change’s', async () => {
    for (let number = 0; number < 22; number += 1) await addOrganization(`Branch ${String(number).padStart(2, '0')}`);
    const { stored } = await judged(admin, withCostCentre({}));
    expect(stored.count).toBeGreaterThan(22);
    expect(stored.told).toHaveLength(20);
    await server.services.database.update(organization).set({ name: sql`repeat('x', 60) || ${organization.id}` });
    // Every stored name is too long for the screen in use.
    expect(
      (await judged(admin, ({ schema }) => void (schema.properties['costCentre'] = { type: 'string' }))).stored,
    ).toEqual({
      count: 0,
      told: [],
    });
  });
});

it('nothing stored is opened for new words', () => {
  const before = shipped();
  const worded = shipped();
  worded.title = 'Particulars';
  (worded.schema.properties['name'] as { title: string }).title = 'Company';
  expect(asksTheSame(before, worded)).toBe(true);
  const tighter = shipped();
  (tighter.schema.properties['name'] as { maxLength: number }).maxLength = 20;
  expect(asksTheSame(before, tighter)).toBe(false);
});
