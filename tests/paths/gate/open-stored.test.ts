import { expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { toDraft } from '#engine/flow/draft.ts';
import { survey } from '../generator/survey.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import { brokenStored } from './open-stored.ts';
import { withDocuments } from './judge-screens.ts';

const { material } = await loadFlow('organization');
const record = {
  ...(Object.values(material.replies['readOrganization'] ?? {})[0] as object),
  name: 'Northwind Traders',
  timeZoneId: 'Europe/Berlin',
};

/** The organization flow with another bound of the name. */
async function withName(maxLength: number): Promise<LoadedFlow> {
  const loaded = await loadFlow('organization');
  const details = structuredClone(loaded.screens['details']?.document) as ScreenDocument;
  Object.assign(details.schema?.properties?.['name'] ?? {}, { maxLength });
  return withDocuments(loaded, { details });
}

const withinFifty = () => withName(50);

it('saves every record unchanged, and says in words what no longer holds', async () => {
  const stored = { read: 'readOrganization', records: [record, { ...record, name: 'Short' }], drafts: [] };
  expect((await brokenStored(withinFifty, withinFifty, stored)).records).toEqual([[], []]);
  expect((await brokenStored(() => withName(5), withinFifty, stored)).records).toEqual([
    ['Details: Name: Must be at most 5 characters'],
    [],
  ]);
});

it('tells only what the change breaks', async () => {
  const stored = { read: 'readOrganization', records: [{ ...record, name: 'x'.repeat(60) }], drafts: [] };
  expect((await brokenStored(withinFifty, withinFifty, stored)).records).toEqual([[]]);
});

it('tells a value that would no longer be saved', async () => {
  const stored = { read: 'readOrganization', records: [{ ...record, custom: { costCentre: '4711' } }], drafts: [] };
  const asking = (when: object) => async () => {
    const loaded = await loadFlow('organization');
    const details = structuredClone(loaded.screens['details']?.document) as ScreenDocument;
    const field = { costCentre: { type: 'string', title: 'Cost centre' } };
    if ('const' in when) {
      const { allOf = [] } = details.schema ?? {};
      const condition = { properties: { name: when }, required: ['name'] };
      details.schema = {
        ...details.schema,
        allOf: [...allOf, { if: condition, then: { properties: field } }],
      } as never;
    } else Object.assign(details.schema?.properties ?? {}, field);
    return withDocuments(loaded, { details });
  };
  expect((await brokenStored(asking({ const: record.name }), asking({}), stored)).records).toEqual([[]]);
  expect((await brokenStored(asking({ const: 'Another' }), asking({}), stored)).records).toEqual([
    ['/custom/costCentre: "4711" would be lost'],
  ]);
});

it('brings back drafts of every state, and says which it cannot', async () => {
  const { flow, screens } = await loadFlow('organization');
  const drafts = survey(material).stands.flatMap(({ snapshot }) => toDraft(flow, screens, snapshot) ?? []);
  expect(drafts.length).toBeGreaterThan(10);
  const { drafts: wrong } = await brokenStored(() => withName(5), withinFifty, { read: '', records: [], drafts });
  expect(wrong.flat()).toEqual([]);
  const other = () => loadFlow('user');
  const stored = { read: '', records: [], drafts: drafts.slice(0, 1) };
  expect((await brokenStored(other, withinFifty, stored)).drafts).toEqual([
    ['a draft of "organization" is none of "user"'],
  ]);
  // It could not be opened before either.
  expect((await brokenStored(other, other, stored)).drafts).toEqual([[]]);
});
