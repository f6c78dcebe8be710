import { Type } from 'typebox';
import { RunAs, scriptTime } from './agent-methods/script.ts';
import { longestPath } from './agent-methods/application.ts';
import { call } from './call.ts';
import { scriptSystems } from './script.ts';
import { Closed, Id, IdParams, OneOf, Revision, Saved, Text } from './shapes.ts';

/** F05-35 */
const RunInput = Closed({
  name: Text(100),
  description: Type.Optional(Text(1000)),
  categoriesIds: Type.Array(Id, { maxItems: 20 }),
  language: Type.Literal('binary_run'),
  /** One: a path is that of one system. */
  operatingSystems: Type.Array(OneOf(scriptSystems), { minItems: 1, maxItems: 1 }),
  /** F05-10 */
  binaryRunSettings: Closed({ runnableLocalPath: Text(longestPath), runAs: Type.Optional(RunAs) }),
  scriptParameters: Type.Optional(Type.Array(Text(100_000), { maxItems: 1000 })),
  useFirstParametersOptionAsDefault: Type.Optional(Type.Boolean()),
  defaultTimeout: Type.Optional(Type.Integer(scriptTime)),
});

/** An automation that runs an application of the computer, as its form reads it. */
export const RunAutomation = Type.Object({
  id: Id,
  revision: Revision,
  name: Type.String(),
  description: Type.String(),
  categoriesIds: Type.Array(Id),
  operatingSystems: Type.Array(OneOf(scriptSystems)),
  binaryRunSettings: Type.Object({ runnableLocalPath: Type.String(), runAs: Type.String() }),
  scriptParameters: Type.Array(Type.String()),
  useFirstParametersOptionAsDefault: Type.Boolean(),
  defaultTimeout: Type.Integer(),
});

const path = '/scripting/scripts/run-application';

export const applicationCalls = {
  readRunAutomation: call({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One run automation',
    params: IdParams,
    reply: RunAutomation,
    errors: [],
    permission: 'SCRIPT_CATEGORY:View',
  }),
  addRunAutomation: call({
    method: 'POST',
    path,
    summary: 'Adds an automation that runs an application of the computer',
    body: RunInput,
    bodyBytes: 1024 * 1024,
    reply: Saved('automation', RunAutomation),
    errors: [],
    permission: 'SCRIPT_CATEGORY:Create',
    idempotent: true,
    secondFactor: true,
  }),
  saveRunAutomation: call({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a run automation; another path is another version',
    params: IdParams,
    body: RunInput,
    bodyBytes: 1024 * 1024,
    reply: Saved('automation', RunAutomation),
    errors: ['conflict'],
    revised: RunAutomation,
    permission: 'SCRIPT_CATEGORY:Update',
    idempotent: true,
    secondFactor: true,
  }),
};
