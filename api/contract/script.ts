import { Type } from 'typebox';
import {
  longestParameter,
  longestScript,
  longestVariable,
  mostVariables,
  RunAs,
  scriptLanguages,
  scriptTime,
  VariableName,
} from './agent-methods/script.ts';
import { Attachment } from './attachments.ts';
import { call, type FileReply } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Revision, Saved, Text } from './shapes.ts';

/** C12-60, and Linux, which the agent runs on first of all. */
export const scriptSystems = ['Windows', 'Mac', 'Linux'] as const;
/** C12-59: stored are "64" and "32"; ALL is a filter (ruling 33). */
export const scriptArchitectures = ['64', '32'] as const;
/** C12-25 */
export const variableTypes = [
  'TEXT',
  'INTEGER',
  'DECIMAL',
  'CHECKBOX',
  'DATE',
  'DROPDOWN',
  'IP_ADDRESS',
  'URL',
] as const;
/** Where service starts and stops belong (C12-28): the built-in category Maintenance. */
export const serviceCategoryId = 3;
/** C12-34 */
export const mostParameters = 300;
/** Of those that are kept of a script; the oldest go first. */
export const mostVersions = 100;
/** C12-58 */
export const scriptsOnPage = 50;

/** C12-22, C12-23: of scripts, and of automations that install an application or run one of the computer. */
export const automationLanguages = [...scriptLanguages, 'binary_install', 'binary_run'] as const;
export type AutomationLanguage = (typeof automationLanguages)[number];

const Language = OneOf(automationLanguages);
const Variable = Type.Object({
  name: Type.String(),
  /** Name of the environment variable, made of the name: "Log folder" is `logFolder`. */
  calculatedName: Type.String(),
  type: OneOf(variableTypes),
  defaultValue: Type.String(),
  valueList: Type.Array(Type.String()),
  required: Type.Boolean(),
  description: Type.String(),
  /** Where the value comes from: whoever runs the script. */
  source: OneOf(['LITERAL']),
});

const listed = {
  id: Id,
  name: Type.String(),
  description: Type.String(),
  language: Language,
  operatingSystems: Type.Array(OneOf(scriptSystems)),
  architecture: Type.Array(OneOf(scriptArchitectures)),
  categoriesIds: Type.Array(Id),
  categoriesNames: Type.Array(Type.String()),
  createdOn: Instant,
  updatedOn: Instant,
  createdBy: Type.String(),
  lastUpdatedBy: Type.String(),
  /** What the caller may do with it (C12-42). */
  may: Type.Object({
    read: Type.Boolean(),
    update: Type.Boolean(),
    delete: Type.Boolean(),
    run: Type.Boolean(),
  }),
  scriptParameters: Type.Array(Type.String()),
  useFirstParametersOptionAsDefault: Type.Boolean(),
  scriptVariables: Type.Array(Variable),
  defaultRunAs: Type.String(),
  defaultTimeout: Type.Integer(),
  /** Number of the latest text, file or path. */
  version: Type.Integer(),
  /** F05-09: scripts that run before and after an installer. */
  preExecutionScript: Nullable(Id),
  postExecutionScript: Nullable(Id),
  /** Signed address of its icon, which expires; null without one that was checked (F05-29). */
  iconUrl: Nullable(Type.String()),
  /** The file that it installs; null for a script. */
  attachment: Nullable(Attachment),
};

/** C12-21: an automation with its text, which of a run automation is the path of the application. */
export const Script = Type.Object({ ...listed, script: Type.String(), revision: Revision });

const fields = {
  name: Text(100),
  description: Type.Optional(Text(1000)),
  language: OneOf(scriptLanguages),
  operatingSystems: Type.Array(OneOf(scriptSystems), { maxItems: 3 }),
  architecture: Type.Array(OneOf(scriptArchitectures), { maxItems: 2 }),
  categoriesIds: Type.Array(Id, { maxItems: 20 }),
  script: Text(longestScript),
  /** The handler says in the specified words which is too long, and that there are too many (C12-33, C12-34). */
  scriptParameters: Type.Optional(Type.Array(Text(100_000), { maxItems: 1000 })),
  useFirstParametersOptionAsDefault: Type.Optional(Type.Boolean()),
  scriptVariables: Type.Optional(
    Type.Array(
      Closed({
        name: Text(60),
        type: OneOf(variableTypes),
        defaultValue: Type.Optional(Text(longestVariable)),
        valueList: Type.Optional(Type.Array(Text(200), { maxItems: 50 })),
        required: Type.Optional(Type.Boolean()),
        description: Type.Optional(Text(300)),
      }),
      { maxItems: mostVariables },
    ),
  ),
  defaultRunAs: Type.Optional(Text(64)),
  defaultTimeout: Type.Optional(Type.Integer(scriptTime)),
};
const ScriptInput = Closed(fields);

/** C12-26 */
export const ScriptCategory = Type.Object({
  id: Id,
  name: Type.String(),
  internal: Type.Boolean(),
  may: Type.Object({
    canReadScripts: Type.Boolean(),
    canCreateScripts: Type.Boolean(),
    canDeleteScripts: Type.Boolean(),
  }),
});

const VersionParams = Type.Object({ id: Id, number: Id });
const VersionRow = { number: Id, createdOn: Instant, createdBy: Type.String(), characters: Type.Integer() };
const megabyte = 1024 * 1024;

export const scriptCalls = {
  listScripts: call({
    method: 'GET',
    path: '/scripting/scripts',
    summary: 'Scripts that the caller may read or run, by name',
    reply: Type.Array(Type.Object(listed)),
    errors: [],
    permission: 'session',
  }),
  readScript: call({
    method: 'GET',
    path: '/scripting/scripts/:id',
    summary: 'One script with its text',
    params: IdParams,
    reply: Script,
    errors: [],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  addScript: call({
    method: 'POST',
    path: '/scripting/scripts',
    summary: 'Adds a script',
    body: ScriptInput,
    bodyBytes: megabyte,
    reply: Saved('script', Script),
    errors: [],
    permission: 'SCRIPT_CATEGORY:Create',
    idempotent: true,
    secondFactor: true,
  }),
  saveScript: call({
    method: 'PUT',
    path: '/scripting/scripts/:id',
    summary: 'Changes a script; another text is a new version',
    params: IdParams,
    body: ScriptInput,
    bodyBytes: megabyte,
    reply: Saved('script', Script),
    errors: ['conflict'],
    revised: Script,
    permission: 'SCRIPT_CATEGORY:Update',
    idempotent: true,
    secondFactor: true,
  }),
  /** The same by the specified path (C12-07), for programs. */
  replaceScript: call({
    method: 'PUT',
    path: '/scripting/scripts',
    summary: 'Changes the script that the body names',
    body: Closed({ id: Id, ...fields }),
    bodyBytes: megabyte,
    reply: Saved('script', Script),
    errors: [],
    permission: 'SCRIPT_CATEGORY:Update',
    idempotent: true,
    secondFactor: true,
  }),
  renameScript: call({
    method: 'PATCH',
    path: '/scripting/scripts/:id',
    summary: 'Renames a script',
    params: IdParams,
    body: Closed({ name: Text(100) }),
    reply: Saved('script', Script),
    errors: [],
    permission: 'SCRIPT_CATEGORY:Update',
    idempotent: true,
  }),
  copyScript: call({
    method: 'POST',
    path: '/scripting/scripts/copy',
    summary: 'Copies a script under another name',
    body: Closed({ fromId: Id, name: Text(100) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), id: Id, language: Language }),
    errors: [],
    permission: 'SCRIPT_CATEGORY:Create',
    idempotent: true,
  }),
  removeScript: call({
    method: 'DELETE',
    path: '/scripting/scripts/:id',
    summary: 'Removes a script with its versions',
    params: IdParams,
    reply: Done,
    errors: ['script_in_use'],
    permission: 'SCRIPT_CATEGORY:Delete',
    idempotent: true,
    secondFactor: true,
  }),
  /** A module of code for the page, since only the script says what is asked. */
  readRunScreen: call({
    method: 'GET',
    path: '/scripting/scripts/:id/run-screen',
    summary: 'The screen that asks what a script is run with, compiled',
    params: IdParams,
    // The page asks for another address each time, since a browser keeps a module.
    query: Type.Object({ opened: Type.Optional(Type.String({ maxLength: 36 })) }),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    errors: [],
    permission: 'NODE:Update',
    file: ['text/javascript'],
    rate: { max: 120, seconds: 60 },
  }),
  listScriptVersions: call({
    method: 'GET',
    path: '/scripting/scripts/:id/version',
    summary: 'Versions of the text of a script, the latest first',
    params: IdParams,
    reply: Type.Array(Type.Object(VersionRow)),
    errors: [],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  readScriptVersion: call({
    method: 'GET',
    path: '/scripting/scripts/:id/version/:number',
    summary: 'One version of the text of a script',
    params: VersionParams,
    reply: Type.Object({ ...VersionRow, script: Type.String() }),
    errors: [],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  restoreScriptVersion: call({
    method: 'POST',
    path: '/scripting/scripts/:id/version/:number/restore',
    summary: 'Makes the text of a version the latest again, as a new version',
    params: VersionParams,
    reply: Saved('script', Script),
    errors: [],
    permission: 'SCRIPT_CATEGORY:Update',
    idempotent: true,
    secondFactor: true,
  }),
  listScriptCategories: call({
    method: 'GET',
    path: '/scripting/categories',
    summary: 'Categories of scripts',
    reply: Type.Array(ScriptCategory),
    errors: [],
    permission: 'session',
  }),
  addScriptCategory: call({
    method: 'POST',
    path: '/scripting/categories',
    summary: 'Adds a category of scripts',
    body: Closed({ name: Text(100) }),
    reply: Saved('category', ScriptCategory),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  saveScriptCategory: call({
    method: 'PUT',
    path: '/scripting/categories',
    summary: 'Renames a category of scripts that is not built in',
    body: Closed({ id: Id, name: Text(100) }),
    reply: Saved('category', ScriptCategory),
    errors: ['script_category_built_in'],
    permission: 'sysadmin',
    idempotent: true,
  }),
  removeScriptCategory: call({
    method: 'DELETE',
    path: '/scripting/categories/:id',
    summary: 'Removes a category without scripts that is not built in',
    params: IdParams,
    reply: Type.Null(),
    errors: ['script_category_built_in', 'script_category_in_use'],
    permission: 'sysadmin',
    idempotent: true,
  }),
};

/** Devices of one run. */
export const mostDevices = 100;
const states = ['queued', 'running', 'done', 'refused', 'cancelled', 'interrupted'] as const;

const runRow = {
  id: Type.String({ format: 'uuid' }),
  /** Null when it was removed. */
  scriptId: Nullable(Id),
  scriptName: Type.String(),
  version: Type.Integer(),
  language: Language,
  startedBy: Type.String(),
  /** The policy whose schedule started it, with the permissions of `startedBy`; null: a person did. */
  policy: Nullable(
    Type.Object({
      /** Null when it was removed, or the caller may not see it. */
      id: Nullable(Id),
      /** Empty when the caller may not see it. */
      name: Type.String(),
    }),
  ),
  createdAt: Instant,
};
const RunParams = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** A script on one device. */
const deviceRun = {
  /** Of the run with its output, as `readRun` and `listRunItems` have it. */
  runId: Type.String({ format: 'uuid' }),
  nodeId: Id,
  nodeName: Type.String(),
  clientName: Type.String(),
  state: OneOf(states),
  cancelRequested: Type.Boolean(),
  /** Of a script that ended (`state` done). */
  outcome: Nullable(OneOf(['exited', 'killed', 'timed_out'])),
  exitCode: Nullable(Type.Integer()),
  cut: Type.Boolean(),
  /** Why it did not run or did not end. */
  message: Type.String(),
  startedAt: Instant,
  endedAt: Nullable(Instant),
};

export const scriptRunCalls = {
  startScriptRun: call({
    method: 'POST',
    path: '/scripting/run',
    summary: 'Runs a script on devices',
    body: Closed({
      scriptId: Id,
      deviceIds: Type.Array(Id, { minItems: 1, maxItems: mostDevices, uniqueItems: true }),
      parameters: Text(longestParameter),
      variables: Type.Array(Closed({ name: VariableName, value: Text(longestVariable) }), { maxItems: mostVariables }),
      runAs: RunAs,
      timeoutSeconds: Type.Integer(scriptTime),
    }),
    bodyBytes: 512 * 1024,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), id: Type.String({ format: 'uuid' }) }),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
    secondFactor: true,
  }),
  readScriptRun: call({
    method: 'GET',
    path: '/scripting/run/:id',
    summary: 'A script run with what it did on each device that the caller sees',
    params: RunParams,
    reply: Type.Object({
      ...runRow,
      parameters: Type.String(),
      variables: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      runAs: Type.String(),
      timeoutSeconds: Type.Integer(),
      devices: Type.Array(Type.Object(deviceRun)),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  /** Runs the same version with the same inputs again where it failed. */
  retryScriptRun: call({
    method: 'POST',
    path: '/scripting/run/:id/retry',
    summary: 'Runs the script again on the devices on which it failed',
    params: RunParams,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), started: Type.Integer() }),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
    rate: { max: 30, seconds: 60 },
    secondFactor: true,
  }),
  cancelScriptRun: call({
    method: 'POST',
    path: '/scripting/run/:id/cancel',
    summary: 'Stops the script on every device on which the caller may',
    params: RunParams,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), stopping: Type.Integer() }),
    errors: [],
    permission: 'NODE:View',
    idempotent: true,
  }),
  listScriptRuns: call({
    method: 'GET',
    path: '/scripting/run',
    summary: 'Latest runs of a script, or of scripts on a device',
    query: Type.Object({ scriptId: Type.Optional(Id), deviceId: Type.Optional(Id) }),
    reply: Type.Array(
      Type.Object({
        ...runRow,
        /** Devices that the caller sees, by how it stands there. */
        devices: Type.Integer(),
        running: Type.Integer(),
        failed: Type.Integer(),
        /** Of the device that was asked for. */
        state: Nullable(OneOf(states)),
        outcome: Nullable(OneOf(['exited', 'killed', 'timed_out'])),
        exitCode: Nullable(Type.Integer()),
      }),
    ),
    errors: [],
    permission: 'NODE:View',
  }),
};
