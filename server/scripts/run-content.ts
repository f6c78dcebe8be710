import type { SentStep } from '#api/contract/agent-methods/installer.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { ScriptLanguage } from '#api/contract/agent-methods/script.ts';
import { attachmentOf, obstacleOfFile, type AttachmentRow } from '../attachments/attachments.ts';
import type { Queries } from '../database/database.ts';
import type { script, scriptRun } from '../database/schema/script.ts';
import { helpersOf } from '../installers/helper-files.ts';
import { stepsOf, type InstallSteps } from '../installers/install-steps.ts';
import type { Secrets } from '../secrets.ts';
import { signApplication, signInstall, signScript } from './signing.ts';
import { readVersion } from './versions.ts';

/** What a run brings to the device: a text, a file that the device gets, or the path of an application that it has. */
export type RunContent =
  | { kind: 'script'; language: ScriptLanguage; text: string }
  | { kind: 'application'; path: string }
  | { kind: 'installer'; file: AttachmentRow; replaced: boolean; helpers: AttachmentRow[]; steps: InstallSteps };

type Signing = Pick<Secrets, 'derive'>;
type Run = Pick<
  typeof scriptRun.$inferSelect,
  'version' | 'scriptName' | 'parameters' | 'variables' | 'runAs' | 'timeoutSeconds'
> & { scriptId: number };
interface Where {
  id: string;
  nodeId: number;
}

/** The content of a version. Of an installer there is only the latest file. @throws Refused `not_found` */
export async function contentOf(db: Queries, row: typeof script.$inferSelect, version: number): Promise<RunContent> {
  const { id, language } = row;
  if (language === 'binary_install')
    return {
      kind: 'installer',
      file: await attachmentOf(db, id),
      replaced: version !== row.version,
      helpers: await helpersOf(db, id),
      steps: await stepsOf(db, row),
    };
  const { script: text } = await readVersion(db, id, version);
  return language === 'binary_run' ? { kind: 'application', path: text } : { kind: 'script', language, text };
}

/** Why no device gets the file, in words. */
export function obstacleOfInstall({
  file,
  replaced,
  helpers,
  steps,
}: Extract<RunContent, { kind: 'installer' }>): string | undefined {
  if (replaced) return 'The installer was replaced since then. Run the automation again.';
  return [file, ...helpers].map(obstacleOfFile).find((words) => words !== undefined) ?? steps.obstacle;
}

export function scriptParams(
  secrets: Signing,
  { id, nodeId }: Where,
  { scriptId, version, scriptName: name, parameters, variables, runAs, timeoutSeconds }: Run,
  { language, text }: Extract<RunContent, { kind: 'script' }>,
): AgentPart<'script.run', 'params'> {
  const params = { scriptId, version, name, language, parameters, variables, runAs, timeoutSeconds };
  return { ...params, signature: signScript(secrets, id, nodeId, { ...params, text }) };
}

export function applicationParams(
  secrets: Signing,
  { id, nodeId }: Where,
  { scriptId, version, scriptName: name, parameters, runAs, timeoutSeconds }: Run,
  { path }: Extract<RunContent, { kind: 'application' }>,
): AgentPart<'application.run', 'params'> {
  const params = { scriptId, version, name, path, parameters, runAs, timeoutSeconds };
  return { ...params, signature: signApplication(secrets, id, nodeId, params) };
}

export function installParams(
  secrets: Signing,
  { id, nodeId }: Where,
  { scriptId, version, scriptName: name, parameters, runAs, timeoutSeconds }: Run,
  { file, helpers, steps: { before, after } }: Extract<RunContent, { kind: 'installer' }>,
): AgentPart<'installer.run', 'params'> {
  const params = {
    scriptId,
    version,
    name,
    attachmentId: file.id,
    file: { name: file.name, extension: file.extension, size: file.size, sha256: file.sha256 },
    url: file.url,
    helpers: helpers.map(({ id: attachmentId, name: fileName, size, sha256 }) => ({
      attachmentId,
      name: fileName,
      size,
      sha256,
    })),
    parameters,
    runAs,
    timeoutSeconds,
  };
  const signature = signInstall(secrets, id, nodeId, { ...params, before, after });
  return { ...params, before: withoutText(before), after: withoutText(after), signature };
}

/** The command is stored without the texts: the agent gets those of the versions. */
function withoutText(step: SentStep | null): Omit<SentStep, 'text'> | null {
  if (step === null) return null;
  const { text: _, ...stored } = step;
  return stored;
}
