import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { ScriptLanguage } from '#api/contract/agent-methods/script.ts';
import { attachmentOf, obstacleOfFile, type AttachmentRow } from '../attachments/attachments.ts';
import type { Queries } from '../database/database.ts';
import type { script, scriptRun } from '../database/schema/script.ts';
import type { Secrets } from '../secrets.ts';
import { signInstall, signScript } from './signing.ts';
import { readVersion } from './versions.ts';

/** What a run brings to the device: a text, or a file that the device gets. */
export type RunContent =
  | { kind: 'script'; language: ScriptLanguage; text: string }
  | { kind: 'installer'; file: AttachmentRow; replaced: boolean };

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
    return { kind: 'installer', file: await attachmentOf(db, id), replaced: version !== row.version };
  const { script: text } = await readVersion(db, id, version);
  return { kind: 'script', language, text };
}

/** Why no device gets the file, in words. */
export function obstacleOfInstall({ file, replaced }: Extract<RunContent, { kind: 'installer' }>): string | undefined {
  return replaced ? 'The installer was replaced since then. Run the automation again.' : obstacleOfFile(file);
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

export function installParams(
  secrets: Signing,
  { id, nodeId }: Where,
  { scriptId, version, scriptName: name, parameters, runAs, timeoutSeconds }: Run,
  { file }: Extract<RunContent, { kind: 'installer' }>,
): AgentPart<'installer.run', 'params'> {
  const params = {
    scriptId,
    version,
    name,
    attachmentId: file.id,
    file: { name: file.name, extension: file.extension, size: file.size, sha256: file.sha256 },
    url: file.url,
    parameters,
    runAs,
    timeoutSeconds,
  };
  return { ...params, signature: signInstall(secrets, id, nodeId, params) };
}
