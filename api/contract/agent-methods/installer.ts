import { Type, type Static } from 'typebox';
import { Closed, Id, Text, Uuid } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';
import { longestParameter, RunAs, scriptRun, scriptTime } from './script.ts';

/** Time limit of the download in seconds; the installer has a limit of its own. */
export const downloadSeconds = 1800;
/** Bytes of the largest installer: 25 GiB (F05-39). */
export const largestInstaller = 25 * 1024 ** 3;

const asked = {
  scriptId: Id,
  /** Of the file: another file is another version. */
  version: Type.Integer({ minimum: 1 }),
  name: Text(100),
  attachmentId: Uuid,
  file: Closed({
    name: Text(255),
    extension: Type.String({ maxLength: 20, pattern: '^(\\.[a-z0-9]{1,19})?$' }),
    /** Bytes; 0 where an address has them. */
    size: Type.Integer({ minimum: 0, maximum: largestInstaller }),
    /** Hexadecimal; empty for an address without one. */
    sha256: Type.String({ pattern: '^([0-9a-f]{64})?$' }),
  }),
  /** Empty for a file of the server. */
  url: Text(2000),
  /** Split into arguments by the agent. */
  parameters: Text(longestParameter),
  runAs: RunAs,
  timeoutSeconds: Type.Integer(scriptTime),
  /** Ed25519, of `signedInstall`, base64url. */
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
};
const Sent = Closed({ ...asked, /** A signed path of the server that expires, or the address. */ source: Text(2500) });

/** Downloads an installer and runs it. The server signs it when somebody asks for it; the agent refuses what its server did not sign. */
export const installerRun = {
  title: 'installation',
  capability: 'installers@1',
  permission: 'NODE:Update',
  // It checks the permission for the automation's categories.
  startedBy: 'startScriptRun',
  params: Closed(asked),
  sent: Sent,
  progress: Type.Never(),
  item: scriptRun.item,
  result: scriptRun.result,
  budget: { params: 100_000, report: 64_000, items: 4000, result: 300 },
  cancellable: true,
  // The installer's own time ends it before.
  seconds: scriptTime.maximum + downloadSeconds + 30,
} as const satisfies AgentMethodEntry;

export type SentInstaller = Static<typeof Sent>;

/** What the signature covers: this file, with these inputs, on this device, once. */
export function signedInstall(
  commandId: string,
  nodeId: number,
  install: Omit<SentInstaller, 'signature' | 'source'>,
): string {
  const { scriptId, version, name, attachmentId, file, url, parameters, runAs, timeoutSeconds } = install;
  return JSON.stringify([
    'cairn install 1',
    commandId,
    nodeId,
    scriptId,
    version,
    name,
    attachmentId,
    file.name,
    file.extension,
    file.size,
    file.sha256,
    url,
    parameters,
    runAs,
    timeoutSeconds,
  ]);
}
