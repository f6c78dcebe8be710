import type { scriptCalls, scriptRunCalls } from '#api/contract/script.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { cancelScriptRun, retryScriptRun } from '../scripts/act-on-run.ts';
import { addCategory, listCategories, removeCategory, saveCategory } from '../scripts/categories.ts';
import type { ScriptInput } from '../scripts/check-script.ts';
import { listScriptRuns, readScriptRun } from '../scripts/read-runs.ts';
import {
  addScript,
  copyScript,
  listScripts,
  readScript,
  removeScript,
  renameScript,
  restoreVersion,
  saveScript,
  type ScriptReply,
} from '../scripts/scripts.ts';
import { readRunScreen } from '../scripts/run-screen.ts';
import { startScriptRun } from '../scripts/start-script-run.ts';
import { listVersions, readVersion } from '../scripts/versions.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const scriptHandlers: Handlers<keyof typeof scriptCalls> = {
  listScripts: (context) => listScripts(context),
  readScript: (context, { params }) => readScript(context, params.id),
  addScript: async (context, { body }) => {
    const script = await addScript(context, body);
    const detail = changesOf({}, auditable(script));
    await record(context, 'CREATED', script.id, `Added the script “${script.name}”`, detail);
    return { ...done, script };
  },
  saveScript: (context, { params, body }) => save(context, params.id, body),
  replaceScript: (context, { body: { id, ...body } }) => save(context, id, body),
  renameScript: async (context, { params, body }) => {
    const before = await readScript(context, params.id);
    const script = await renameScript(context, params.id, body.name);
    await recordChange(context, before, script);
    return { ...done, script };
  },
  copyScript: async (context, { body }) => {
    const from = await readScript(context, body.fromId);
    const { id, name, language } = await copyScript(context, body.fromId, body.name);
    await record(context, 'CREATED', id, `Copied the script “${from.name}” as “${name}”`);
    return { ...done, id, language };
  },
  removeScript: async (context, { params }) => {
    const name = await removeScript(context, params.id);
    await record(context, 'DELETED', params.id, `Removed the script “${name}”`);
    return done;
  },
  readRunScreen: (context, { params }) => readRunScreen(context, params.id),
  listScriptVersions: async (context, { params }) => {
    await readScript(context, params.id);
    return listVersions(context.db, params.id);
  },
  readScriptVersion: async (context, { params }) => {
    await readScript(context, params.id);
    return readVersion(context.db, params.id, params.number);
  },
  restoreScriptVersion: async (context, { params }) => {
    const before = await readScript(context, params.id);
    const script = await restoreVersion(context, params.id, params.number);
    await recordChange(context, before, script);
    return { ...done, script };
  },
  listScriptCategories: (context) => listCategories(context),
  addScriptCategory: async (context, { body }) => {
    const category = await addCategory(context, body.name);
    await recordCategory(context, 'CREATED', category.id, `Added the script category “${category.name}”`);
    return { ...done, category };
  },
  saveScriptCategory: async (context, { body }) => {
    const category = await saveCategory(context, body.id, body.name);
    await recordCategory(context, 'UPDATED', category.id, `Renamed a script category to “${category.name}”`);
    return { ...done, category };
  },
  removeScriptCategory: async (context, { params }) => {
    const name = await removeCategory(context.db, params.id);
    await recordCategory(context, 'DELETED', params.id, `Removed the script category “${name}”`);
    return null;
  },
};

export const scriptRunHandlers: Handlers<keyof typeof scriptRunCalls> = {
  startScriptRun: async (context, { body }) => {
    const { id } = await startScriptRun(context, body);
    return { ...done, id };
  },
  readScriptRun: (context, { params }) => readScriptRun(context, params.id),
  retryScriptRun: async (context, { params }) => ({ ...done, started: await retryScriptRun(context, params.id) }),
  cancelScriptRun: async (context, { params }) => ({ ...done, stopping: await cancelScriptRun(context, params.id) }),
  listScriptRuns: (context, { query }) => listScriptRuns(context, query),
};

async function save(context: CallContext, id: number, body: ScriptInput) {
  const before = await readScript(context, id);
  const script = await saveScript(context, id, body);
  await recordChange(context, before, script);
  return { ...done, script };
}

/** A changed text is a version of its own: the trail says its number, not the text. */
function auditable({ name, description, language, operatingSystems, architecture, ...script }: ScriptReply) {
  const { categoriesNames: categories, defaultRunAs, defaultTimeout, version } = script;
  return {
    name,
    description,
    language,
    operatingSystems,
    architecture,
    categories,
    defaultRunAs,
    defaultTimeout,
    version,
  };
}

function recordChange(context: CallContext, before: ScriptReply, after: ScriptReply): Promise<void> {
  const detail = changesOf(auditable(before), auditable(after));
  return record(context, 'UPDATED', after.id, `Changed the script “${after.name}”`, detail);
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  entityId: number,
  summary: string,
  detail?: object,
): Promise<void> {
  const entity = { entityType: 'SCRIPT', entityId, summary };
  await context.audit({ action: `SCRIPT_${what}`, ...entity, ...(detail && { detail: { ...detail } }) });
  await context.announce('script', [entityId]);
}

async function recordCategory(context: CallContext, what: string, entityId: number, summary: string): Promise<void> {
  await context.audit({ action: `SCRIPT_CATEGORY_${what}`, entityType: 'SCRIPT_CATEGORY', entityId, summary });
  await context.announce('script', [entityId]);
}
