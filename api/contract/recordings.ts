import { Type, type Static } from 'typebox';
import { call, type FileReply } from './call.ts';
import {
  longestRecordedField,
  longestRecording,
  mostRecordedFields,
  recordedAtOnce,
  recordedField,
} from './recording-bounds.ts';
import { Closed, Done, Id, Instant, Nullable, OneOf, Uuid } from './shapes.ts';
import { FlowId, longestPath, StatePath } from './workbench.ts';

const Mode = OneOf(['NEW', 'EDIT']);

/** How a session ended: its flow was finished or closed, or the page went elsewhere. */
export const recordedOutcomes = ['finished', 'closed', 'left'] as const;

/** Something that happened in a flow: its event and shape, and no value. */
const RecordedStep = Closed({
  /** Milliseconds since the session began. */
  at: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  /** As paths name moves, without the example: `submit details`, `done addOrganization`, `refuse addOrganization offline`, `back`; first `opened`, last perhaps `left`. */
  event: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,80}( [A-Za-z0-9_.-]{1,80}){0,2}$', maxLength: 250 }),
  /** The state after it. */
  state: StatePath,
  /** Pointers of the fields that hold an answer, items as `*`; with `submit` and `change`. */
  fields: Type.Optional(
    Type.Array(Type.String({ pattern: recordedField, maxLength: longestRecordedField }), {
      maxItems: mostRecordedFields,
    }),
  ),
});
export type RecordedStep = Static<typeof RecordedStep>;

const Recording = Type.Object({
  id: Uuid,
  mode: Mode,
  startedAt: Instant,
  /** Null while the session goes on, or if its page never said how it ended. */
  outcome: Nullable(OneOf(recordedOutcomes)),
  /** Milliseconds until the last step. */
  ms: Type.Integer(),
  /** Number of steps. */
  steps: Type.Integer(),
  /** The last state that the person saw. */
  state: Type.String(),
});
export type Recording = Static<typeof Recording>;

/** What sessions did in a state, by its dotted path. */
const RecordedState = Type.Object({
  state: Type.String(),
  /** Sessions that came to it. */
  sessions: Type.Integer(),
  /** Median of the time that a session spent in it, in milliseconds; null if no session went on from it. */
  medianMs: Nullable(Type.Integer()),
  /** Sessions that ended in it without being finished. */
  left: Type.Integer(),
  /** How often somebody went back from it. */
  back: Type.Integer(),
  /** How often it showed a refusal. */
  refused: Type.Integer(),
});
export type RecordedState = Static<typeof RecordedState>;

const KeptPath = Type.Object({
  id: Id,
  path: Type.String(),
  /** Empty once the user is deleted. */
  addedBy: Type.String(),
  addedAt: Instant,
});
export type KeptPath = Static<typeof KeptPath>;

const forTesters = { permission: 'SYSTEM:Workbench.Access', sessionOnly: true } as const;
const ofFlow = { ...forTesters, params: Type.Object({ flow: FlowId }) };

export const recordingCalls = {
  /** Appends to a recording of the signed-in user, who has allowed it (`Me.recordsFlows`). What is already stored is skipped, so a repeated request changes nothing. */
  recordFlow: call({
    method: 'POST',
    path: '/flow-recordings',
    summary: 'Records steps of the signed-in user in a flow: events and shapes, no values',
    body: Closed({
      /** Of the recording: another one each time a flow is opened. */
      id: Uuid,
      flow: FlowId,
      mode: Mode,
      /** Steps that were sent before. */
      from: Type.Integer({ minimum: 0, maximum: longestRecording }),
      steps: Type.Array(RecordedStep, { maxItems: recordedAtOnce }),
      outcome: Type.Optional(OneOf(recordedOutcomes)),
    }),
    reply: Done,
    errors: ['recordings_off'],
    permission: 'session',
    sessionOnly: true,
    // Twenty steps of forty fields each.
    bodyBytes: 128 * 1024,
    rate: { max: 120, seconds: 60 },
  }),
  listRecordedFlows: call({
    ...forTesters,
    method: 'GET',
    path: '/workbench/recordings',
    summary: 'Flows that technicians have recorded sessions of',
    reply: Type.Array(
      Type.Object({
        flow: Type.String(),
        sessions: Type.Integer(),
        finished: Type.Integer(),
        /** Median of the finished sessions, in milliseconds; null without one. */
        medianMs: Nullable(Type.Integer()),
        latestAt: Instant,
      }),
    ),
    errors: [],
  }),
  readRecordedFlow: call({
    ...ofFlow,
    method: 'GET',
    path: '/workbench/flows/:flow/recordings',
    summary: 'Recorded sessions of a flow, the latest first, and what they did in each state',
    reply: Type.Object({ recordings: Type.Array(Recording), states: Type.Array(RecordedState) }),
    errors: [],
  }),
  readRecording: call({
    ...forTesters,
    method: 'GET',
    path: '/workbench/recordings/:id',
    summary: 'A recorded session, step by step',
    params: Type.Object({ id: Uuid }),
    reply: Type.Object({ flow: Type.String(), ...Recording.properties, steps: Type.Array(RecordedStep) }),
    errors: [],
  }),
  /** Finds a path of the flow that does the same, with examples in place of what the person answered. */
  traceRecording: call({
    ...forTesters,
    method: 'POST',
    path: '/workbench/recordings/:id/path',
    summary: 'Finds the path that does the same as a recorded session',
    params: Type.Object({ id: Uuid }),
    reply: Type.Object({
      /** As `playPath` reads it. */
      path: Type.String(),
      /** How many steps of the recording it follows. */
      followed: Type.Integer(),
      /** Why it follows no more of them; empty if it follows all. */
      reason: Type.String(),
      /** The command that walks it. */
      reproduce: Type.String(),
    }),
    errors: ['paths_busy', 'path_too_long'],
    changesNothing: true,
    rate: { max: 60, seconds: 60 },
  }),
  listKeptPaths: call({
    ...ofFlow,
    method: 'GET',
    path: '/workbench/flows/:flow/paths',
    summary: 'Paths that every run of the flow walks in addition to the generated ones',
    reply: Type.Array(KeptPath),
    errors: [],
  }),
  keepPath: call({
    ...ofFlow,
    method: 'POST',
    path: '/workbench/flows/:flow/paths',
    summary: 'Has every run of the flow walk a path',
    // One line of a file.
    body: Closed({ path: Type.String({ pattern: '^[^\\r\\n]+$', minLength: 1, maxLength: longestPath }) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), id: Id }),
    errors: ['path_kept_already', 'too_many_kept_paths', 'path_too_long'],
    bodyBytes: longestPath * 4,
  }),
  removeKeptPath: call({
    ...forTesters,
    method: 'DELETE',
    path: '/workbench/paths/:id',
    summary: 'No longer has runs walk the path',
    params: Type.Object({ id: Id }),
    reply: Done,
    errors: [],
  }),
  /** For a checkout: `tests/paths/<flow>/kept-paths.txt`. */
  exportKeptPaths: call({
    ...ofFlow,
    method: 'GET',
    path: '/workbench/flows/:flow/paths/export',
    summary: 'The kept paths of a flow, as the file that a checkout reads',
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/plain'],
    errors: [],
  }),
};
