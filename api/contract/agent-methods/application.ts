import { Type, type Static } from 'typebox';
import { Closed, Id, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';
import { longestParameter, RunAs, scriptRun, scriptTime } from './script.ts';

/** Characters of the path of an application. */
export const longestPath = 1000;

const Asked = Closed({
  scriptId: Id,
  /** Of the path: a version never changes. */
  version: Type.Integer({ minimum: 1 }),
  name: Text(100),
  /** Absolute, of an application that is on the computer already. */
  path: Text(longestPath),
  /** Split into arguments by the agent. */
  parameters: Text(longestParameter),
  runAs: RunAs,
  timeoutSeconds: Type.Integer(scriptTime),
  /** Ed25519, of `signedApplication`, base64url. */
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
});

/** Runs an application of the computer (F05-10). The server signs it when somebody asks for it; the agent refuses what its server did not sign. */
export const applicationRun = {
  title: 'run of an application',
  capability: 'applications@1',
  permission: 'NODE:Update',
  // It checks the permission for the automation's categories.
  startedBy: 'startScriptRun',
  params: Asked,
  progress: Type.Never(),
  item: scriptRun.item,
  result: scriptRun.result,
  budget: { params: 100_000, report: 64_000, items: 4000, result: 300 },
  cancellable: true,
  // The application's own time ends it before.
  seconds: scriptTime.maximum + 30,
} as const satisfies AgentMethodEntry;

export type SentApplication = Static<typeof Asked>;

/** What the signature covers: this application, with these inputs, on this device, once. */
export function signedApplication(
  commandId: string,
  nodeId: number,
  { scriptId, version, name, path, parameters, runAs, timeoutSeconds }: Omit<SentApplication, 'signature'>,
): string {
  return JSON.stringify([
    'cairn application 1',
    commandId,
    nodeId,
    scriptId,
    version,
    name,
    path,
    parameters,
    runAs,
    timeoutSeconds,
  ]);
}
