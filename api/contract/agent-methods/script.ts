import { Type, type Static } from 'typebox';
import { Closed, Id, Nullable, OneOf, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

/** The languages of scripts that an agent interprets (C12-22); those of installers are not among them. */
export const scriptLanguages = ['sh', 'powershell', 'javascript', 'batchfile', 'vbscript'] as const;
export type ScriptLanguage = (typeof scriptLanguages)[number];

/** Characters of a script's text; its bytes and those of its parameters fit one message to the agent. */
export const longestScript = 64_000;
/** C12-33 */
export const longestParameter = 30_000;
export const mostVariables = 50;
export const longestVariable = 1000;
/** Seconds. */
export const scriptTime = { minimum: 5, maximum: 3600, usual: 600 } as const;
/** Bytes of output that are kept of a run on one device. */
export const mostOutput = 1024 * 1024;

/** Of an environment variable that the script reads. */
export const VariableName = Type.String({ maxLength: 64, pattern: '^[a-z][A-Za-z0-9]*$' });
/** A local user of the device; empty for the user that the agent runs as. */
export const RunAs = Type.String({ maxLength: 64, pattern: '^([A-Za-z_][A-Za-z0-9._-]*)?$' });
export const Variables = Type.Array(Closed({ name: VariableName, value: Text(longestVariable) }), {
  maxItems: mostVariables,
});

const asked = {
  scriptId: Id,
  /** Of the text: a version never changes. */
  version: Type.Integer({ minimum: 1 }),
  name: Text(100),
  language: OneOf(scriptLanguages),
  /** Split into arguments by the agent. */
  parameters: Text(longestParameter),
  variables: Variables,
  runAs: RunAs,
  timeoutSeconds: Type.Integer(scriptTime),
  /** Ed25519, of `signedText`, base64url. */
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
};
const Sent = Closed({ ...asked, text: Text(longestScript) });

/** Runs a script. The server signs it when somebody asks for it; the agent refuses what its server did not sign. */
export const scriptRun = {
  title: 'script',
  capability: 'scripts@1',
  permission: 'NODE:Update',
  // It checks the permission for the script's categories.
  startedBy: 'startScriptRun',
  params: Closed(asked),
  sent: Sent,
  progress: Type.Never(),
  /** A part of the output, in its order. */
  item: Closed({ stream: OneOf(['out', 'err']), text: Text(10_000) }),
  result: Closed({
    outcome: OneOf(['exited', 'killed', 'timed_out']),
    /** Null unless it exited by itself. */
    exitCode: Nullable(Type.Integer({ minimum: -2_147_483_648, maximum: 4_294_967_295 })),
    /** Whether output beyond `mostOutput` was left out. */
    cut: Type.Boolean(),
    seconds: Type.Number({ minimum: 0, maximum: 100_000 }),
  }),
  budget: { params: 250_000, report: 64_000, items: 4000, result: 300 },
  cancellable: true,
  // The script's own time ends it before.
  seconds: scriptTime.maximum + 30,
} as const satisfies AgentMethodEntry;

export type SentScript = Static<typeof Sent>;

/** What the signature covers: this script, in this version, with these inputs, on this device, once. */
export function signedText(commandId: string, nodeId: number, script: Omit<SentScript, 'signature'>): string {
  const { scriptId, version, name, language, text, parameters, variables, runAs, timeoutSeconds } = script;
  return JSON.stringify([
    'cairn script 1',
    commandId,
    nodeId,
    scriptId,
    version,
    name,
    language,
    text,
    parameters,
    variables.map(({ name: variable, value }) => [variable, value]),
    runAs,
    timeoutSeconds,
  ]);
}
