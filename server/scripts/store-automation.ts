import { and, eq } from 'drizzle-orm';
import type { AutomationLanguage } from '#api/contract/script.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { script } from '../database/schema/script.ts';
import { Refused } from '../refused.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { requireCategories } from './categories.ts';
import { holdsForAll } from './category-access.ts';
import { named, ownScript, requirePermission, type ScriptRow } from './scripts.ts';

/** What the form of an automation without a text decides. */
type Input = Pick<
  ScriptRow,
  | 'name'
  | 'description'
  | 'operatingSystems'
  | 'architecture'
  | 'categoriesIds'
  | 'scriptParameters'
  | 'useFirstParametersOptionAsDefault'
  | 'defaultRunAs'
  | 'defaultTimeout'
> &
  Partial<Pick<ScriptRow, 'preExecutionScript' | 'postExecutionScript'>>;

/** Stores an automation without a version. @throws Refused `invalid_input`, `forbidden` */
export async function insertAutomation(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  input: Input,
  language: AutomationLanguage,
): Promise<ScriptRow> {
  const { db, now } = context;
  await requireCategories(db, input.categoriesIds);
  requirePermission(context, 'SCRIPT_CATEGORY:Create', input.categoriesIds);
  const { userId } = signedIn(context.actor);
  const base = { language, scriptVariables: [], version: 0, createdAt: now, updatedAt: now };
  const [row] = await named(() =>
    db
      .insert(script)
      .values({ ...input, ...base, createdBy: userId, updatedBy: userId })
      .returning(),
  );
  if (!row) throw new Error('The automation was not stored');
  return row;
}

/** Changes an automation that is locked. @throws Refused `conflict`, `invalid_input`, `forbidden` */
export async function updateAutomation(
  context: Pick<CallContext, 'db' | 'actor' | 'now' | 'expectedRevision'>,
  stored: ScriptRow,
  input: Input,
  current: () => Promise<unknown>,
): Promise<ScriptRow> {
  const { db, now } = context;
  const { id, revision } = stored;
  await requireRevision(context, { entityType: 'SCRIPT', id, revision, current });
  await requireCategories(db, input.categoriesIds);
  // Nobody puts an automation where they could not have added it.
  const added = input.categoriesIds.filter((category) => !stored.categoriesIds.includes(category));
  requirePermission(context, 'SCRIPT_CATEGORY:Create', added);
  const { userId: updatedBy } = signedIn(context.actor);
  const [row] = await named(() =>
    db
      .update(script)
      .set({ ...input, revision: nextRevision(script.revision), updatedBy, updatedAt: now })
      .where(eq(script.id, id))
      .returning(),
  );
  if (!row) throw new Refused('not_found');
  return row;
}

/** An automation of this language that the caller may read. @throws Refused `not_found` */
export async function readableAutomation(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  id: number,
  language: AutomationLanguage,
): Promise<ScriptRow> {
  const [row] = await db
    .select()
    .from(script)
    .where(and(eq(script.id, id), eq(script.language, language)));
  if (!row || !holdsForAll(actor, 'SCRIPT_CATEGORY:View', row.categoriesIds)) throw new Refused('not_found');
  return row;
}

/** Under a lock, to be changed. @throws Refused `not_found`, `forbidden` */
export async function ownAutomation(
  context: Pick<CallContext, 'db' | 'actor'>,
  id: number,
  language: AutomationLanguage,
): Promise<ScriptRow> {
  const row = await ownScript(context, id, 'SCRIPT_CATEGORY:Update');
  if (row.language !== language) throw new Refused('not_found');
  return row;
}
