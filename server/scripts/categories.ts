import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { script, scriptCategory } from '../database/schema/script.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import { requireFields, textWords } from '../require-fields.ts';
import { runnableCategories } from './category-access.ts';

type Reading = Pick<CallContext, 'db' | 'actor'>;
export type CategoryReply = ReplyOf<Catalogue['listScriptCategories']>[number];

/** Categories of whose scripts the caller may read, add, delete or run some, by name. */
export async function listCategories({ db, actor }: Reading): Promise<CategoryReply[]> {
  const mayRun = await runnableCategories(db, actor);
  const rows = await db
    .select()
    .from(scriptCategory)
    .orderBy(sql`lower(${scriptCategory.name})`, asc(scriptCategory.id));
  return rows
    .map((row) => toReply(row, actor))
    .filter(({ id, may }) => Object.values(may).includes(true) || mayRun(id));
}

/** @throws Refused `invalid_input` */
export async function addCategory({ db, actor }: Reading, name: string): Promise<CategoryReply> {
  const checked = checkName(name);
  const [row] = await named(() => db.insert(scriptCategory).values({ name: checked }).returning());
  if (!row) throw new Error('The category was not stored');
  return toReply(row, actor);
}

/** @throws Refused `not_found`, `script_category_built_in`, `invalid_input` */
export async function saveCategory({ db, actor }: Reading, id: number, name: string): Promise<CategoryReply> {
  const checked = checkName(name);
  await ownCategory(db, id);
  const [row] = await named(() =>
    db.update(scriptCategory).set({ name: checked }).where(eq(scriptCategory.id, id)).returning(),
  );
  if (!row) throw new Refused('not_found');
  return toReply(row, actor);
}

/** Returns its name. @throws Refused `not_found`, `script_category_built_in`, `script_category_in_use` */
export async function removeCategory(db: Queries, id: number): Promise<string> {
  const { name } = await ownCategory(db, id);
  const [used] = await db
    .select({ id: script.id })
    .from(script)
    .where(sql`${id} = any(${script.categoriesIds})`)
    .limit(1);
  if (used) throw new Refused('script_category_in_use');
  await db.delete(scriptCategory).where(eq(scriptCategory.id, id));
  return name;
}

/** The names of these categories, which stay until the transaction ends. @throws Refused `invalid_input` */
export async function requireCategories(db: Queries, ids: readonly number[]): Promise<void> {
  const rows = await db
    .select({ id: scriptCategory.id })
    .from(scriptCategory)
    .where(inArray(scriptCategory.id, [...ids]))
    .orderBy(asc(scriptCategory.id))
    .for('key share');
  requireFields({
    '/categoriesIds': rows.length < new Set(ids).size ? 'A category does not exist any more' : undefined,
  });
}

async function ownCategory(db: Queries, id: number): Promise<typeof scriptCategory.$inferSelect> {
  const [row] = await db.select().from(scriptCategory).where(eq(scriptCategory.id, id)).for('update');
  if (!row) throw new Refused('not_found');
  if (row.internal) throw new Refused('script_category_built_in');
  return row;
}

function checkName(name: string): string {
  const trimmed = name.trim();
  requireFields({ '/name': textWords(trimmed, 100) });
  return trimmed;
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'script_category_name') throw error;
    throw new Refused('invalid_input', { fields: { '/name': 'This name already exists' }, cause: error });
  }
}

function toReply({ id, name, internal }: typeof scriptCategory.$inferSelect, actor: Reading['actor']): CategoryReply {
  return {
    id,
    name,
    internal,
    may: {
      canReadScripts: holds(actor, 'SCRIPT_CATEGORY:View', id),
      canCreateScripts: holds(actor, 'SCRIPT_CATEGORY:Create', id),
      canDeleteScripts: holds(actor, 'SCRIPT_CATEGORY:Delete', id),
    },
  };
}
