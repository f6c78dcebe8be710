import { inArray } from 'drizzle-orm';
import type { SentStep } from '#api/contract/agent-methods/installer.ts';
import { scriptLanguages, type ScriptLanguage } from '#api/contract/agent-methods/script.ts';
import type { scriptSystems } from '#api/contract/script.ts';
import { variableWords } from '#engine/vocabulary/variable-value.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { script } from '../database/schema/script.ts';
import { requireFields } from '../require-fields.ts';
import { runnableCategories } from '../scripts/category-access.ts';
import { withTexts, type Step } from './with-texts.ts';

type ScriptRow = typeof script.$inferSelect;
type Named = Pick<ScriptRow, 'preExecutionScript' | 'postExecutionScript'>;

/** The scripts before and after an installer, as they are now. */
export interface InstallSteps {
  before: SentStep | null;
  after: SentStep | null;
  categories: readonly (readonly number[])[];
  /** Why one of them cannot run, in words. */
  obstacle: string | undefined;
}

/**
 * The scripts that the form names: of the library, for the system, without a value to ask for, and such that the caller may run them.
 * @throws Refused `invalid_input`
 */
export async function checkSteps(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  given: { preExecutionScript?: number | null; postExecutionScript?: number | null },
  system: (typeof scriptSystems)[number] | undefined,
): Promise<Named> {
  const { preExecutionScript = null, postExecutionScript = null } = given;
  const rows = await namedScripts(db, { preExecutionScript, postExecutionScript });
  const mayRun = await runnableCategories(db, actor);
  const words = (id: number | null): string | undefined => {
    if (id === null) return undefined;
    const row = rows.find((each) => each.id === id);
    if (!row || !isScript(row) || !row.categoriesIds.some(mayRun)) return 'Choose a script that you may run';
    if (system !== undefined && !row.operatingSystems.includes(system)) return `This script is not for ${system}`;
    return lacksValue(row) ? 'This script asks for values, which nobody can give here' : undefined;
  };
  requireFields({
    '/preExecutionScript': words(preExecutionScript),
    '/postExecutionScript': words(postExecutionScript),
  });
  return { preExecutionScript, postExecutionScript };
}

export async function stepsOf(db: Queries, row: Named): Promise<InstallSteps> {
  const rows = await namedScripts(db, row);
  const of = (id: number | null): Step | null => {
    const found = rows.find((each) => each.id === id);
    return found && isScript(found) ? toStep(found) : null;
  };
  const sent = await withTexts(db, { before: of(row.preExecutionScript), after: of(row.postExecutionScript) });
  if (sent === undefined) throw new Error('A script of the installer has no text');
  const lacking = rows.find(lacksValue);
  return {
    ...sent,
    categories: rows.map(({ categoriesIds }) => categoriesIds),
    obstacle: lacking && `The script “${lacking.name}” of this installer asks for values, which nobody can give here.`,
  };
}

/** Whether somebody may run the scripts before and after an installer, as whoever runs the installer must. */
export async function mayRunSteps(
  db: Queries,
  { preExecutionScript, postExecutionScript }: Named,
  mayRun: (categoryId: number) => boolean,
): Promise<boolean> {
  const ids = [preExecutionScript, postExecutionScript].filter((id) => id !== null);
  if (ids.length === 0) return true;
  const rows = await db.select({ categories: script.categoriesIds }).from(script).where(inArray(script.id, ids));
  return rows.every(({ categories }) => categories.some(mayRun));
}

/** The ids of the automations that somebody may run, with the scripts before and after them. */
export async function runnableWithSteps(
  db: Queries,
  rows: readonly ScriptRow[],
  mayRun: (categoryId: number) => boolean,
): Promise<ReadonlySet<number>> {
  const runnable = new Set<number>();
  for (const row of rows)
    if (row.categoriesIds.some(mayRun) && (await mayRunSteps(db, row, mayRun))) runnable.add(row.id);
  return runnable;
}

async function namedScripts(db: Queries, { preExecutionScript, postExecutionScript }: Named): Promise<ScriptRow[]> {
  const ids = [preExecutionScript, postExecutionScript].filter((id) => id !== null);
  return ids.length === 0 ? [] : db.select().from(script).where(inArray(script.id, ids)).for('key share');
}

function isScript<Row extends ScriptRow>(row: Row): row is Row & { language: ScriptLanguage } {
  return scriptLanguages.some((language) => language === row.language);
}

/** Whether a variable has no value unless somebody gives one. */
function lacksValue({ scriptVariables }: ScriptRow): boolean {
  return scriptVariables.some((variable) => variableWords(variable, defaultOf(variable)) !== undefined);
}

function defaultOf({ type, defaultValue }: ScriptRow['scriptVariables'][number]): string {
  return type === 'CHECKBOX' && defaultValue === '' ? 'false' : defaultValue;
}

function toStep(row: ScriptRow & { language: ScriptLanguage }): Step {
  const { id: scriptId, version, name, language, scriptVariables, scriptParameters } = row;
  return {
    scriptId,
    version,
    name,
    language,
    parameters: row.useFirstParametersOptionAsDefault ? (scriptParameters[0] ?? '') : '',
    variables: scriptVariables.map((variable) => ({ name: variable.calculatedName, value: defaultOf(variable) })),
  };
}
