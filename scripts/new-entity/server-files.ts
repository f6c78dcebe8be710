import { sentence, withArticle, type EntityNames } from './names.ts';

/** The call, the table and the work of the server. */
export function serverFiles(names: EntityNames): Record<string, string> {
  return {
    [`api/contract/${names.id}.ts`]: contract(names),
    [`server/database/schema/${names.id}.ts`]: table(names),
    [`server/${names.id}/${names.id}.ts`]: service(names),
    [`server/routes/${names.id}.ts`]: routes(names),
  };
}

function contract({ one, One, Many, path, words, manyWords }: EntityNames): string {
  return `import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Revision, Saved, Text } from './shapes.ts';

export const ${One} = Type.Object({
  id: Id,
  name: Type.String(),
  notes: Type.String(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
const ${One}Input = Closed({ name: Text(100), notes: Type.Optional(Text(1000)) });

export const ${one}Calls = {
  list${Many}: call({
    method: 'GET',
    path: '${path}',
    summary: '${sentence(manyWords)}, by name',
    reply: Type.Array(${One}),
    errors: [],
    permission: 'sysadmin',
  }),
  read${One}: call({
    method: 'GET',
    path: '${path}/:id',
    summary: 'One ${words}',
    params: IdParams,
    reply: ${One},
    errors: [],
    permission: 'sysadmin',
  }),
  add${One}: call({
    method: 'POST',
    path: '${path}',
    summary: 'Adds ${withArticle(words)}',
    body: ${One}Input,
    reply: Saved('${one}', ${One}),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  save${One}: call({
    method: 'PUT',
    path: '${path}/:id',
    summary: 'Changes ${withArticle(words)}',
    params: IdParams,
    body: ${One}Input,
    reply: Saved('${one}', ${One}),
    errors: ['conflict'],
    revised: ${One},
    permission: 'sysadmin',
    idempotent: true,
  }),
  remove${One}: call({
    method: 'DELETE',
    path: '${path}/:id',
    summary: 'Removes ${withArticle(words)}',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
};
`;
}

function table({ one, table: name, words }: EntityNames): string {
  return `import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, revision, updatedAt } from './columns.ts';

/** ${sentence(withArticle(words))} of the division. */
export const ${one} = pgTable('${name}', {
  id: identity(),
  name: text('name').notNull(),
  notes: text('notes').notNull(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
`;
}

function service({ id, one, One, Many, TYPE, words }: EntityNames): string {
  return `import { asc, eq, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { ${one} } from '../database/schema/${id}.ts';
import { Refused } from '../refused.ts';
import { requireAnswers } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';

export type ${One}Reply = ReplyOf<Catalogue['read${One}']>;
type Input = BodyOf<Catalogue['add${One}']>;

export async function list${Many}(db: Queries): Promise<${One}Reply[]> {
  const rows = await db.select().from(${one}).orderBy(sql\`lower(\${${one}.name})\`, asc(${one}.id));
  return rows.map(toReply);
}

/** @throws Refused \`not_found\` */
export async function read${One}(db: Queries, id: number): Promise<${One}Reply> {
  const [row] = await db.select().from(${one}).where(eq(${one}.id, id));
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** @throws Refused \`invalid_input\` */
export async function add${One}(context: CallContext, body: Input): Promise<${One}Reply> {
  const { db, now } = context;
  const input = checkInput(context, body);
  const [row] = await db
    .insert(${one})
    .values({ ...input, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The ${words} was not stored');
  return toReply(row);
}

/** @throws Refused \`not_found\`, \`conflict\`, \`invalid_input\` */
export async function save${One}(context: CallContext, id: number, body: Input): Promise<${One}Reply> {
  const { db, now } = context;
  const [stored] = await db.select().from(${one}).where(eq(${one}.id, id)).for('no key update');
  if (!stored) throw new Refused('not_found');
  const { revision } = stored;
  await requireRevision(context, { entityType: '${TYPE}', id, revision, current: async () => toReply(stored) });
  const [row] = await db
    .update(${one})
    .set({ ...checkInput(context, body), revision: nextRevision(${one}.revision), updatedAt: now })
    .where(eq(${one}.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** Returns its name. @throws Refused \`not_found\` */
export async function remove${One}(db: Queries, id: number): Promise<string> {
  const [row] = await db.delete(${one}).where(eq(${one}.id, id)).returning({ name: ${one}.name });
  if (!row) throw new Refused('not_found');
  return row.name;
}

/** Judges the body by the screen of the flow \`${id}\`. @throws Refused \`invalid_input\` */
function checkInput({ services }: CallContext, { name, notes = '' }: Input) {
  const input = { name: name.trim(), notes: notes.trim() };
  requireAnswers(services.screens.check('${id}', 'details', input));
  return input;
}

function toReply({ createdAt, updatedAt, ...row }: typeof ${one}.$inferSelect): ${One}Reply {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
`;
}

function routes({ id, one, One, Many, TYPE, words }: EntityNames): string {
  return `import type { ${one}Calls } from '#api/contract/${id}.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { add${One}, list${Many}, read${One}, remove${One}, save${One} } from '../${id}/${id}.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const ${one}Handlers: Handlers<keyof typeof ${one}Calls> = {
  list${Many}: ({ db }) => list${Many}(db),
  read${One}: ({ db }, { params }) => read${One}(db, params.id),
  add${One}: async (context, { body }) => {
    const ${one} = await add${One}(context, body);
    await record(context, 'CREATED', ${one}.id, \`Added the ${words} “\${${one}.name}”\`, { name: ${one}.name });
    return { ...done, ${one} };
  },
  save${One}: async (context, { params, body }) => {
    const before = await read${One}(context.db, params.id);
    const ${one} = await save${One}(context, params.id, body);
    const of = ({ name, notes }: typeof before) => ({ name, notes });
    const summary = \`Changed the ${words} “\${${one}.name}”\`;
    await record(context, 'UPDATED', params.id, summary, changesOf(of(before), of(${one})));
    return { ...done, ${one} };
  },
  remove${One}: async (context, { params }) => {
    const name = await remove${One}(context.db, params.id);
    await record(context, 'DELETED', params.id, \`Removed the ${words} “\${name}”\`);
    return done;
  },
};

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  entityId: number,
  summary: string,
  detail?: object,
): Promise<void> {
  const entity = { entityType: '${TYPE}', entityId, summary };
  await context.audit({ action: \`${TYPE}_\${what}\`, ...entity, ...(detail && { detail: { ...detail } }) });
  await context.announce('${id}', [entityId]);
}
`;
}
