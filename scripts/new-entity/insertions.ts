import { sentence, withArticle, type EntityNames } from './names.ts';

/** Text that goes into an existing file, before or after the first place where `at` stands. */
export interface Insertion {
  file: string;
  at: string;
  put: 'before' | 'after';
  text: string;
}

/** Every existing file that a new entity touches: docs/add-a-flow.md lists them for people. */
export function insertions(names: EntityNames): Insertion[] {
  const { id, one, One, many, Many, TYPE, page, words, manyWords } = names;
  const before = (file: string, at: string, text: string): Insertion => ({ file, at, put: 'before', text });
  const after = (file: string, at: string, text: string): Insertion => ({ file, at, put: 'after', text });
  return [
    before('api/contract/catalogue.ts', 'import { userCalls }', `import { ${one}Calls } from './${id}.ts';\n`),
    after('api/contract/catalogue.ts', '  ...runCalls,\n', `  ...${one}Calls,\n`),
    before('server/routes/handlers.ts', 'import { userHandlers }', `import { ${one}Handlers } from './${id}.ts';\n`),
    after('server/routes/handlers.ts', '  ...runHandlers,\n', `  ...${one}Handlers,\n`),
    before(
      'server/routes/edited-flows.ts',
      'import { userHandlers }',
      `import { ${one}Handlers } from './${id}.ts';\n`,
    ),
    before(
      'server/routes/edited-flows.ts',
      'import { appUser }',
      `import { ${one} } from '../database/schema/${id}.ts';\n`,
    ),
    after('server/routes/edited-flows.ts', '  ...userHandlers,\n', `  ...${one}Handlers,\n`),
    before(
      'server/routes/edited-flows.ts',
      "  user: ['readUser', appUser.id],\n",
      `  '${id}': ['read${One}', ${one}.id],\n`,
    ),
    after('server/live/messages.ts', "  | 'status-page'\n", `  | '${id}'\n`),
    after('server/live/audience.ts', "  'status-page': administrators,\n", `  '${id}': administrators,\n`),
    before('server/audit/field-words.ts', "  STATUS_PAGE: ['status-page'],\n", `  ${TYPE}: ['${id}'],\n`),
    before(
      'server/audit/entity-names.ts',
      'import { statusPage }',
      `import { ${one} } from '../database/schema/${id}.ts';\n`,
    ),
    before(
      'server/audit/entity-names.ts',
      '  STATUS_PAGE: (db, actor, ids) =>\n',
      `  ${TYPE}: (db, actor, ids) =>
    db
      .select({ id: ${one}.id, name: ${one}.name })
      .from(${one})
      .where(and(inArray(${one}.id, ids), administrators(actor))),
`,
    ),
    before(
      'src/router/pages.ts',
      "  {\n    path: '/administration/general/settings',",
      `  { path: '${page}', need: 'sysadmin', load: () => import('../pages/${id}/${id}-page.tsx') },\n`,
    ),
    before('src/shell/administration.ts', '  IconKey,\n', '  IconFiles,\n'),
    after('src/shell/administration.ts', "    | 'statusPages'\n", `    | '${many}'\n`),
    after(
      'src/shell/administration.ts',
      "      { id: 'statusPages', path: '/administration/apps/statusPages', icon: IconWorldShare, need: 'sysadmin' },\n",
      `      { id: '${many}', path: '${page}', icon: IconFiles, need: 'sysadmin' },\n`,
    ),
    after(
      'src/live/topics.ts',
      "  'status-page': ['listStatusPages', 'listStatusIncidents'],\n",
      `  '${id}': ['list${Many}', 'read${One}'],\n`,
    ),
    before('src/pages/activities/activity-filters.tsx', "  'STATUS_PAGE',\n", `  '${TYPE}',\n`),
    before(
      'src/pages/activities/entity-link.tsx',
      "    case 'STATUS_PAGE':\n",
      `    case '${TYPE}':\n      return '${page}';\n`,
    ),
    before(
      'src/public/locales/en-us.json',
      '    "statusPages": "Status pages",\n',
      `    "${many}": "${sentence(manyWords)}",\n`,
    ),
    before(
      'src/public/locales/en-us.json',
      '    "STATUS_PAGE": "Status page",\n',
      `    "${TYPE}": "${sentence(words)}",\n`,
    ),
    before('src/public/locales/en-us.json', '  "webhook": {\n', `  "${one}": ${wordsOfPage(names)},\n`),
    after(
      'src/shell/administration.test.ts',
      "          '/administration/apps/statusPages',\n",
      `          '${page}',\n`,
    ),
    after('tests/contract/site.ts', '  statusPageId: number;\n', `  ${one}Id: number;\n`),
    after('tests/contract/site.ts', '  statusPageId: 999_999,\n', `  ${one}Id: 999_999,\n`),
    before(
      'tests/contract/site.ts',
      '  return {\n    userId: Number(user',
      `  const { ${one} } = await must(admin.post('${names.path}', { name: marker }));\n`,
    ),
    before(
      'tests/contract/site.ts',
      '    statusPageId,\n    incidentId: Number(',
      `    ${one}Id: Number(${one}?.id),\n`,
    ),
    before(
      'tests/contract/valid-calls.ts',
      '  listStatusPages: installation(),\n',
      `  list${Many}: installation(),
  read${One}: installation(id('${one}Id')),
  add${One}: installation(() => ({ body: { name: 'Added' } })),
  save${One}: installation(({ ${one}Id }) => ({ params: { id: ${one}Id }, body: { name: 'Renamed' } })),
  remove${One}: installation(id('${one}Id')),
`,
    ),
    before(
      'tests/contract/wrong-calls.ts',
      '  addStatusPage: () => statusPage,\n',
      `  add${One}: () => [at('/name', ' ')],\n  save${One}: () => [at('/name', ' ')],\n`,
    ),
    before(
      'tests/server/revisions.test.ts',
      '  saveStatusPage: {\n',
      `  save${One}: { path: '${names.path}', key: '${one}', name: 'name', body: (name) => ({ name }) },\n`,
    ),
  ];
}

function wordsOfPage({ words, manyWords }: EntityNames): string {
  const text = {
    text: `The ${manyWords} of the division`,
    none: `No ${manyWords} yet`,
    noneText: `Add ${withArticle(words)} to see it here.`,
    failed: `The ${manyWords} could not be loaded`,
    add: `Add ${words}`,
    delete: `Delete ${words}`,
    deleteTitle: `Delete ${words} “{{name}}”`,
    deleteText: 'This cannot be undone.',
    deleted: `${sentence(words)} deleted`,
    deleteFailed: `Error deleting ${words}`,
  };
  return JSON.stringify(text, undefined, 2).replaceAll('\n', '\n  ');
}

/** @throws where the file no longer has the place: then this list is out of date. */
export function insert(content: string, { file, at, put, text }: Insertion): string {
  const place = content.indexOf(at);
  if (place < 0) throw new Error(`${file} has no line "${at.trim()}": update scripts/new-entity/insertions.ts.`);
  const point = put === 'before' ? place : place + at.length;
  return content.slice(0, point) + text + content.slice(point);
}
