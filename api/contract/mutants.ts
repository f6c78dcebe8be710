import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { Run } from './runs.ts';
import { Closed, Instant, Nullable, Text, Uuid } from './shapes.ts';
import { FlowId } from './workbench.ts';

/** Characters of a key and of a change in words; longer ones are cut. */
export const longestKey = 500;

/** A change to a machine or a screen that no path, law or assertion notices. */
const Survivor = Type.Object({
  /** The same in every run, as `judgeMutant` reads it. */
  key: Type.String(),
  file: Type.String(),
  /** The change in words. */
  change: Type.String(),
  /** The states that it is about, by dotted path. */
  states: Type.Array(Type.String()),
});
export type Survivor = Static<typeof Survivor>;

const MutantReport = Type.Object({
  at: Instant,
  /** Empty once the user is deleted. */
  startedBy: Type.String(),
  /** Mutants that were tried. */
  total: Type.Integer(),
  /** What a path, a law or an assertion noticed. */
  killed: Type.Integer(),
  /** What changes nothing that anybody could notice. */
  equivalent: Type.Integer(),
  survivors: Type.Array(Survivor),
  /** What is wrong with the flow as it is: then nothing was tried. Otherwise empty. */
  broken: Type.String(),
});

const ofFlow = {
  params: Type.Object({ flow: FlowId }),
  permission: 'SYSTEM:Workbench.Access',
  sessionOnly: true,
} as const;

export const mutantCalls = {
  readMutants: call({
    ...ofFlow,
    method: 'GET',
    path: '/workbench/flows/:flow/mutants',
    summary: 'Changes to a flow that its paths, laws and assertions do not notice, as they were found last',
    reply: Type.Object({
      report: Nullable(MutantReport),
      /** While mutants of the flow are tried. */
      run: Nullable(Type.Object({ id: Uuid, done: Type.Integer(), total: Type.Integer() })),
    }),
    errors: [],
  }),
  startMutants: call({
    ...ofFlow,
    method: 'POST',
    path: '/workbench/flows/:flow/mutants',
    summary: 'Tries changes to a flow, and finds those that nobody would notice',
    reply: Run,
    errors: ['path_run_active'],
    idempotent: true,
  }),
  judgeMutant: call({
    ...ofFlow,
    method: 'POST',
    path: '/workbench/flows/:flow/mutants/judge',
    summary: 'Tries one change again, with the assertions of now',
    body: Closed({ key: Text(longestKey) }),
    /** What notices it, in words; null where nothing does. */
    reply: Type.Object({ noticedBy: Nullable(Type.String()) }),
    errors: ['paths_busy', 'path_too_long'],
    changesNothing: true,
    rate: { max: 60, seconds: 60 },
  }),
};
