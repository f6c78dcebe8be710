import { and, asc, eq, or, sql } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import { alias } from 'drizzle-orm/pg-core';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { signedIn } from '../access/signed-in.ts';
import { isPreviewed, isRunnable, toAttachment } from '../attachments/attachments.ts';
import { signPreview } from '../attachments/signed-url.ts';
import type { CallContext } from '../context.ts';
import { attachment } from '../database/schema/attachments.ts';
import { script, scriptCategory } from '../database/schema/script.ts';
import { appUser } from '../database/schema/users.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import { requireFields, textWords } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { requireCategories } from './categories.ts';
import { holdsForAll, runnableCategories, scriptsWith, type ScriptPermission } from './category-access.ts';
import { checkScript, type ScriptInput } from './check-script.ts';
import { addVersion, readVersion } from './versions.ts';

export type ScriptReply = ReplyOf<Catalogue['readScript']>;
type Listed = ReplyOf<Catalogue['listScripts']>[number];
export type ScriptRow = typeof script.$inferSelect;
type Reading = Pick<CallContext, 'db' | 'actor' | 'now' | 'services'>;

const creator = alias(appUser, 'creator');
const updater = alias(appUser, 'updater');
const icon = alias(attachment, 'icon');

/** Scripts that the caller may read or run, by name. */
export async function listScripts(context: Reading): Promise<Listed[]> {
  const mayRun = await runnableCategories(context.db, context.actor);
  const rows = await rowsOf(context);
  return rows.map((row) => toListed(row, context, mayRun)).filter(({ may }) => may.read || may.run);
}

/** A script that the caller may run, whether it may read it or not. @throws Refused `not_found` */
export async function readRunnable(context: Reading, id: number): Promise<Listed> {
  const [row] = await rowsOf(context, id);
  const mayRun = await runnableCategories(context.db, context.actor);
  const listed = row && toListed(row, context, mayRun);
  if (!listed?.may.run) throw new Refused('not_found');
  return listed;
}

/** @throws Refused `not_found`, `forbidden` */
export async function readScript(context: Reading, id: number): Promise<ScriptReply> {
  const [row] = await rowsOf(context, id);
  if (!row || !holdsForAll(context.actor, 'SCRIPT_CATEGORY:View', row.script.categoriesIds))
    throw new Refused('not_found');
  const mayRun = await runnableCategories(context.db, context.actor);
  const { script: text } = await readVersion(context.db, id, row.script.version);
  return { ...toListed(row, context, mayRun), script: text, revision: row.script.revision };
}

/** @throws Refused `invalid_input`, `forbidden` */
export async function addScript(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: ScriptInput,
): Promise<ScriptReply> {
  const { db, now } = context;
  const { script: text, ...input } = checkScript(context.services, body);
  await requireCategories(db, input.categoriesIds);
  requirePermission(context, 'SCRIPT_CATEGORY:Create', input.categoriesIds);
  const { userId } = signedIn(context.actor);
  const [row] = await named(() =>
    db
      .insert(script)
      .values({ ...input, version: 0, createdBy: userId, updatedBy: userId, createdAt: now, updatedAt: now })
      .returning({ id: script.id }),
  );
  if (!row) throw new Error('The script was not stored');
  await addVersion(context, row.id, text);
  return readOwn(context, row.id);
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveScript(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: ScriptInput,
): Promise<ScriptReply> {
  const { db, now } = context;
  const { script: text, ...input } = checkScript(context.services, body);
  const stored = await ownScript(context, id, 'SCRIPT_CATEGORY:Update');
  requireScript(stored);
  const { revision } = stored;
  await requireRevision(context, { entityType: 'SCRIPT', id, revision, current: () => readScript(context, id) });
  await requireCategories(db, input.categoriesIds);
  // Nobody puts a script where they could not have added it.
  const added = input.categoriesIds.filter((category) => !stored.categoriesIds.includes(category));
  requirePermission(context, 'SCRIPT_CATEGORY:Create', added);
  await named(() =>
    db
      .update(script)
      .set({
        ...input,
        revision: nextRevision(script.revision),
        updatedBy: signedIn(context.actor).userId,
        updatedAt: now,
      })
      .where(eq(script.id, id)),
  );
  const latest = await readVersion(db, id, stored.version);
  if (latest.script !== text) await addVersion(context, id, text);
  return readOwn(context, id);
}

/** C12-18, C12-36, C12-37. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function renameScript(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
  given: string,
): Promise<ScriptReply> {
  const { db, now } = context;
  const name = given.trim();
  requireFields({ '/name': textWords(name, 100) });
  await ownScript(context, id, 'SCRIPT_CATEGORY:Update');
  await named(() =>
    db
      .update(script)
      .set({ name, revision: nextRevision(script.revision), updatedBy: signedIn(context.actor).userId, updatedAt: now })
      .where(eq(script.id, id)),
  );
  return readScript(context, id);
}

/** C12-03, C12-53. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function copyScript(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  fromId: number,
  given: string,
): Promise<ScriptReply> {
  const name = given.trim();
  requireFields({ '/name': textWords(name, 100) });
  const { id: _, revision: __, may: ___, scriptVariables, ...from } = await readScript(context, fromId);
  // C12-45
  if (from.language === 'binary_install' || from.language === 'binary_run')
    throw new Refused('invalid_input', { fields: { '/fromId': 'Only a script can be copied' } });
  const { name: ____, description, language, operatingSystems, architecture, categoriesIds, script: text } = from;
  const { scriptParameters, useFirstParametersOptionAsDefault, defaultRunAs, defaultTimeout } = from;
  return addScript(context, {
    name,
    description,
    language,
    operatingSystems,
    architecture,
    categoriesIds,
    script: text,
    scriptParameters,
    useFirstParametersOptionAsDefault,
    defaultRunAs,
    defaultTimeout,
    scriptVariables: scriptVariables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      defaultValue: variable.defaultValue,
      valueList: variable.valueList,
      required: variable.required,
      description: variable.description,
    })),
  });
}

/** Returns its name. @throws Refused `not_found`, `forbidden`, `script_in_use` */
export async function removeScript(context: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<string> {
  const { name } = await ownScript(context, id, 'SCRIPT_CATEGORY:Delete');
  // No installer takes it up meanwhile.
  await context.db.select({ id: script.id }).from(script).where(eq(script.id, id)).for('update');
  const [user] = await context.db
    .select({ id: script.id })
    .from(script)
    .where(or(eq(script.preExecutionScript, id), eq(script.postExecutionScript, id)))
    .limit(1);
  if (user) throw new Refused('script_in_use');
  await context.db.delete(script).where(eq(script.id, id));
  return name;
}

/** A version's text as the latest again (C12-10). @throws Refused `not_found`, `forbidden` */
export async function restoreVersion(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
  number: number,
): Promise<ScriptReply> {
  const { db, now } = context;
  const stored = await ownScript(context, id, 'SCRIPT_CATEGORY:Update');
  requireScript(stored);
  const wanted = await readVersion(db, id, number);
  if (number !== stored.version) {
    await addVersion(context, id, wanted.script);
    await db
      .update(script)
      .set({ revision: nextRevision(script.revision), updatedBy: signedIn(context.actor).userId, updatedAt: now })
      .where(eq(script.id, id));
  }
  return readScript(context, id);
}

/** Under a lock. Editing needs reading, too (C12-46). @throws Refused `not_found`, `forbidden` */
export async function ownScript(
  context: Pick<CallContext, 'db' | 'actor'>,
  id: number,
  permission: ScriptPermission,
): Promise<ScriptRow> {
  const [row] = await context.db.select().from(script).where(eq(script.id, id)).for('no key update');
  if (!row || !holdsForAll(context.actor, 'SCRIPT_CATEGORY:View', row.categoriesIds)) throw new Refused('not_found');
  requirePermission(context, permission, row.categoriesIds);
  return row;
}

/** Automations that install or run an application have calls of their own. @throws Refused `not_found` */
function requireScript({ language }: ScriptRow): void {
  if (language === 'binary_install' || language === 'binary_run') throw new Refused('not_found');
}

/** As `readScript`, for whoever may have added it without reading. */
async function readOwn(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
): Promise<ScriptReply> {
  const [row] = await rowsOf(context, id);
  if (!row) throw new Error('The script is gone');
  const mayRun = await runnableCategories(context.db, context.actor);
  const { script: text } = await readVersion(context.db, id, row.script.version);
  return { ...toListed(row, context, mayRun), script: text, revision: row.script.revision };
}

/** @throws Refused `forbidden` */
export function requirePermission(
  { actor }: Pick<CallContext, 'actor'>,
  permission: ScriptPermission,
  categories: readonly number[],
): void {
  if (!holdsForAll(actor, permission, categories)) throw new Refused('forbidden');
}

export async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'script_name') throw error;
    throw new Refused('invalid_input', { fields: { '/name': 'This name already exists' }, cause: error });
  }
}

async function rowsOf({ db, actor }: Pick<Reading, 'db' | 'actor'>, id?: number) {
  const listed = id === undefined ? undefined : eq(script.id, id);
  const mayRun = await runnableCategories(db, actor);
  const categories = await db.select({ id: scriptCategory.id, name: scriptCategory.name }).from(scriptCategory);
  const runnable = categories.filter((category) => mayRun(category.id)).map((category) => category.id);
  const rows = await db
    .select({ script, attachment, icon, createdBy: personName(creator), updatedBy: personName(updater) })
    .from(script)
    .leftJoin(attachment, and(eq(attachment.scriptId, script.id), isRunnable))
    .leftJoin(icon, and(eq(icon.scriptId, script.id), eq(icon.role, 'ICON')))
    .leftJoin(creator, eq(creator.id, script.createdBy))
    .leftJoin(updater, eq(updater.id, script.updatedBy))
    .where(
      and(listed, id === undefined ? or(scriptsWith(actor, 'SCRIPT_CATEGORY:View'), overlaps(runnable)) : undefined),
    )
    .orderBy(sql`lower(${script.name})`, asc(script.id));
  const names = new Map(categories.map((category) => [category.id, category.name]));
  return rows.map((row) => ({
    ...row,
    categoriesNames: row.script.categoriesIds.flatMap((category) => names.get(category) ?? []),
  }));
}

function overlaps(ids: readonly number[]) {
  return sql`${script.categoriesIds} && ${`{${ids.join(',')}}`}::int[]`;
}

function toListed(
  {
    script: row,
    attachment: file,
    icon: iconRow,
    createdBy,
    updatedBy,
    categoriesNames,
  }: Awaited<ReturnType<typeof rowsOf>>[number],
  { actor, now, services }: Reading,
  mayRun: (categoryId: number) => boolean,
): Listed {
  const { createdBy: _, updatedBy: __, createdAt, updatedAt, revision: ___, ...told } = row;
  const holdsAll = (permission: ScriptPermission) => holdsForAll(actor, permission, row.categoriesIds);
  const read = holdsAll('SCRIPT_CATEGORY:View');
  return {
    ...told,
    categoriesNames,
    createdOn: createdAt.toISOString(),
    updatedOn: updatedAt.toISOString(),
    createdBy,
    lastUpdatedBy: updatedBy,
    iconUrl: iconRow && isPreviewed(iconRow) ? signPreview(services.secrets, iconRow.id, now) : null,
    attachment: file && toAttachment(file),
    may: {
      read,
      update: read && holdsAll('SCRIPT_CATEGORY:Update'),
      delete: read && holdsAll('SCRIPT_CATEGORY:Delete'),
      run: row.categoriesIds.some(mayRun),
    },
  };
}
