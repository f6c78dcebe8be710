import { Type, type Static } from 'typebox';
import { Closed, Id, Nullable, OneOf, Text, Uuid } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';
import { longestParameter, longestScript, RunAs, scriptLanguages, scriptRun, scriptTime, Variables } from './script.ts';

/** Time limit of the download in seconds; the installer has a limit of its own. */
export const downloadSeconds = 1800;
/** Bytes of the largest installer: 25 GiB (F05-39). */
export const largestInstaller = 25 * 1024 ** 3;

/** Most helper files of an installer; the device downloads them into the same folder (F05-28). */
export const mostHelpers = 5;
/** Bytes of one. */
export const largestHelper = 100_000_000;
const helper = {
  attachmentId: Uuid,
  name: Text(255),
  size: Type.Integer({ minimum: 1, maximum: largestHelper }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
};

/** A script that runs before or after the installer, with its own defaults, in the folder of the installer. */
const step = {
  scriptId: Id,
  version: Type.Integer({ minimum: 1 }),
  name: Text(100),
  language: OneOf(scriptLanguages),
  parameters: Text(longestParameter),
  variables: Variables,
};
const SentStep = Closed({ ...step, text: Text(longestScript) });

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
  helpers: Type.Array(Closed(helper), { maxItems: mostHelpers }),
  before: Nullable(Closed(step)),
  after: Nullable(Closed(step)),
  /** Split into arguments by the agent. */
  parameters: Text(longestParameter),
  runAs: RunAs,
  timeoutSeconds: Type.Integer(scriptTime),
  /** Ed25519, of `signedInstall`, base64url. */
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
};
const Sent = Closed({
  ...asked,
  helpers: Type.Array(Closed({ ...helper, /** A signed path that expires. */ source: Text(2500) }), {
    maxItems: mostHelpers,
  }),
  before: Nullable(SentStep),
  after: Nullable(SentStep),
  /** A signed path of the server that expires, or the address. */
  source: Text(2500),
});

/** Downloads an installer and runs it. The server signs it when somebody asks for it; the agent refuses what its server did not sign. */
export const installerRun = {
  title: 'installation',
  capability: 'installers@2',
  permission: 'NODE:Update',
  // It checks the permission for the automation's categories.
  startedBy: 'startScriptRun',
  params: Closed(asked),
  sent: Sent,
  progress: Type.Never(),
  item: scriptRun.item,
  result: scriptRun.result,
  budget: { params: 250_000, report: 64_000, items: 4000, result: 300 },
  cancellable: true,
  // The installer's own time ends it before.
  seconds: scriptTime.maximum + downloadSeconds + 30,
} as const satisfies AgentMethodEntry;

export type SentInstaller = Static<typeof Sent>;
export type SentStep = Static<typeof SentStep>;

function signedStep(of: SentStep | null): unknown {
  if (of === null) return null;
  const { scriptId, version, name, language, parameters, variables, text } = of;
  return [
    scriptId,
    version,
    name,
    language,
    parameters,
    variables.map(({ name: variable, value }) => [variable, value]),
    text,
  ];
}

/** What the signature covers: this file, with these scripts before and after it, with these inputs, on this device, once. */
export function signedInstall(
  commandId: string,
  nodeId: number,
  install: Omit<SentInstaller, 'signature' | 'source' | 'helpers'> & {
    helpers: readonly Omit<SentInstaller['helpers'][number], 'source'>[];
  },
): string {
  const { scriptId, version, name, attachmentId, file, url, helpers, before, after } = install;
  const { parameters, runAs, timeoutSeconds } = install;
  return JSON.stringify([
    'cairn install 2',
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
    helpers.map(({ attachmentId: id, name: fileName, size, sha256 }) => [id, fileName, size, sha256]),
    signedStep(before),
    signedStep(after),
    parameters,
    runAs,
    timeoutSeconds,
  ]);
}
