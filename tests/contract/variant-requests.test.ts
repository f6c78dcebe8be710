// The server validates each request by its organization's variant of the screen, and by no other variant.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type CallName } from '#api/contract/catalogue.ts';
import type { Schema } from '#engine/document/schema.ts';
import { administrator, startTestServer, type TestServer } from '../server/harness.ts';
import { checkImport } from '../server/upload-file.ts';
import type { Answer, Visitor } from '../server/visitor.ts';
import { ask } from './access-probes.ts';
import { addPerson, makeSite, type Site } from './site.ts';
import { validCalls } from './valid-calls.ts';

let server: TestServer;
let admin: Visitor;
let own: Site;
let other: Site;

/** Texts that a screen takes for one organization only if they have one character. */
const shortened = [
  ['cloud-monitor', 'setup', 'monitorName'],
  ['vm-host', 'host', 'name'],
  ['directory-discovery', 'directory', 'ouPath'],
] as const;

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
  const owner = await addPerson(server, admin, 'Owner');
  await admin.post('/session/password', { password: administrator.password });
  own = await makeSite(server, admin, owner, 'Ownx');
  other = await makeSite(server, admin, owner, 'Otherx');
  const { screens } = server.services;
  for (const [flow, screen, field] of shortened) {
    const document = structuredClone(screens.get(flow, screen).document);
    Object.assign((document.schema as Schema).properties?.[field] as object, { maxLength: 1 });
    screens.replace(flow, `${screen}@${own.clientId}`, document);
  }
}, 120_000);
afterAll(() => server.close());

const said = ({ body }: Answer): string[] =>
  String(body['errorCode']) === 'invalid_input' ? Object.keys(body.fields ?? {}) : [];

describe('a request with a text that is too long for the variant of one organization', () => {
  it.each<[CallName, string]>([
    ['addMonitor', '/monitorName'],
    ['saveMonitor', '/monitorName'],
    ['testMonitor', '/monitor/monitorName'],
    ['browseMonitor', '/monitor/monitorName'],
    ['testVmHost', '/name'],
    ['addVmHost', '/name'],
    ['saveVmHost', '/name'],
    ['readDirectory', '/ouPath'],
    ['addDirectoryJob', '/content/ouPath'],
    ['saveDirectoryJob', '/content/ouPath'],
  ])('%s is refused for that one alone', async (name, field) => {
    const send = (site: Site) => ask(admin, catalogue[name], validCalls[name].input(site));
    expect(said(await send(own))).toEqual([field]);
    expect(said(await send(other))).toEqual([]);
  });

  it('is refused in the rows of an import that are for that one', async () => {
    const row = (site: string) => ({
      organization: site,
      location: `${site} office`,
      monitorName: 'Shop',
      monitorType: 'HTTP',
      enabled: false,
      httpHostname: 'http://shop.example/',
    });
    const content = JSON.stringify([row('Ownx'), row('Otherx')]);
    const { body } = await checkImport(admin, { fileName: 'shops.json', content });
    // The report lists the rows that are refused.
    const { rows } = body as unknown as { rows: { row: number; refusals: { field: string }[] }[] };
    expect(rows).toMatchObject([{ row: 1, refusals: [{ field: 'monitorName' }] }]);
  });
});
