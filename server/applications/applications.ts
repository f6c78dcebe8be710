import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { ScriptRow } from '../scripts/scripts.ts';
import { insertAutomation, ownAutomation, readableAutomation, updateAutomation } from '../scripts/store-automation.ts';
import { addVersion, readVersion } from '../scripts/versions.ts';
import { checkApplication, type RunInput } from './check-application.ts';

export type RunReply = ReplyOf<Catalogue['readRunAutomation']>;

/** @throws Refused `not_found` */
export async function readApplication(context: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<RunReply> {
  const row = await readableAutomation(context, id, 'binary_run');
  return toReply(row, await pathOf(context, row));
}

/** The path is the text of its version, so a retry runs the application that was asked for. @throws Refused `invalid_input`, `forbidden` */
export async function addApplication(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: RunInput,
): Promise<RunReply> {
  const { path, input } = checkApplication(context.services, body);
  const row = await insertAutomation(context, input, 'binary_run');
  await addVersion(context, row.id, path);
  return toReply(row, path);
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveApplication(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: RunInput,
): Promise<RunReply> {
  const { path, input } = checkApplication(context.services, body);
  const stored = await ownAutomation(context, id, 'binary_run');
  const before = await pathOf(context, stored);
  const row = await updateAutomation(context, stored, input, () => readApplication(context, id));
  if (before !== path) await addVersion(context, id, path);
  return toReply(row, path);
}

async function pathOf({ db }: Pick<CallContext, 'db'>, { id, version }: ScriptRow): Promise<string> {
  return (await readVersion(db, id, version)).script;
}

function toReply(row: ScriptRow, runnableLocalPath: string): RunReply {
  const { id, revision, name, description, categoriesIds, operatingSystems, defaultRunAs: runAs } = row;
  const { scriptParameters, useFirstParametersOptionAsDefault, defaultTimeout } = row;
  return {
    id,
    revision,
    name,
    description,
    categoriesIds,
    operatingSystems,
    binaryRunSettings: { runnableLocalPath, runAs },
    scriptParameters,
    useFirstParametersOptionAsDefault,
    defaultTimeout,
  };
}
