import { sentence, withArticle, type EntityNames } from './names.ts';

/** What holds the new entity: its paths in three tiers, and the work of the server. */
export function testFiles(names: EntityNames): Record<string, string> {
  const { id } = names;
  return {
    [`tests/paths/${id}/flow.ts`]: flowCase(names),
    [`tests/paths/${id}/browser.ts`]: browserCase(names),
    [`tests/server/${id}.test.ts`]: serverTest(names),
  };
}

function flowCase({ words }: EntityNames): string {
  return `import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the ${words}' },
    loadFailed: { heading: 'The ${words} could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: '${sentence(words)}', offers: ['Save'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this ${words}', offers: ['Back'] },
  },
});
`;
}

function browserCase({ one, page, path, words }: EntityNames): string {
  return `import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['${page}', 'Add ${words}'];
    if (path.input !== 'EDIT') return inModal(route, opener);
    made += 1;
    const name = \`Stored ${words} \${made}\`;
    const { ${one} } = await callByApi(product, cookie, 'POST', '${path}', { name });
    // The page finds it by its name again.
    const answers = (_: string, data: Answers) => ({ ...data, name });
    return { ...inModal(route, opener, name), answers, subject: String((${one} as { id: number }).id) };
  },
});
`;
}

function serverTest({ one, table, path, words, manyWords }: EntityNames): string {
  return `import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
}, 60_000);
afterAll(() => server.close());

describe('${manyWords}', () => {
  it('stores what was entered, and lists it by name', async () => {
    const { ${one} } = (await admin.post('${path}', { name: ' Second ', notes: 'With notes.' })).body;
    expect(${one}).toMatchObject({ name: 'Second', notes: 'With notes.', revision: 1 });
    await admin.post('${path}', { name: 'First' });
    const list = (await admin.get('${path}')).body as never as { name: string; notes: string }[];
    expect(list.map(({ name, notes }) => [name, notes])).toEqual([
      ['First', ''],
      ['Second', 'With notes.'],
    ]);
  });

  it('names the field that is wrong', async () => {
    expect((await admin.post('${path}', { name: ' ' })).body.fields).toHaveProperty('/name');
    expect((await admin.post('${path}', { name: 'x'.repeat(101) })).body.fields).toHaveProperty('/name');
  });

  it('changes and removes ${withArticle(words)}, each with its audit row', async () => {
    const { ${one} } = (await admin.post('${path}', { name: 'Third' })).body;
    const id = Number(${one}?.id);
    expect((await admin.put(\`${path}/\${id}\`, { name: 'Renamed' })).body.${one}).toMatchObject({ name: 'Renamed', revision: 2 });
    expect((await admin.delete(\`${path}/\${id}\`)).status).toBe(200);
    expect((await admin.get(\`${path}/\${id}\`)).status).toBe(404);
    const { rows } = await server.services.database.execute<{ action: string }>(
      sql\`select action from audit where entity_type = '${table.toUpperCase()}' and entity_id = \${String(id)} order by id\`,
    );
    expect(rows.map(({ action }) => action)).toEqual(
      ['CREATED', 'UPDATED', 'DELETED'].map((what) => \`${table.toUpperCase()}_\${what}\`),
    );
  });
});
`;
}
