import { Type, type Static } from 'typebox';
import { call, type FileReply } from './call.ts';
import { Run, RunState } from './runs.ts';
import { Closed, Done, Id, Instant, Nullable, OneOf, Text, Uuid } from './shapes.ts';

/** Criteria of generated paths, in the order in which reports list them. */
export const pathCriteria = [
  'states',
  'transitions',
  'guards',
  'pairs',
  'boundaries',
  'sneak',
  'reload',
  'outcomes',
  // The last two are checked once for each flow, on its machine and documents, and not along paths.
  'approved',
  'laws',
] as const;
export type PathCriterion = (typeof pathCriteria)[number];

/** Where a run of the Workbench walks paths: on the machine alone, in a simulated page, or in a browser before a server of its own. */
export const workbenchTiers = ['machine', 'dom', 'browser'] as const;
export type WorkbenchTier = (typeof workbenchTiers)[number];

const Criterion = OneOf(pathCriteria);
export const FlowId = Type.String({ pattern: '^[a-z0-9-]{1,60}$', maxLength: 60 });
const Seed = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Characters of a spelled path. The longest generated one has 19,627 (a notification channel's bounds, 466 steps). */
export const longestPath = 50_000;
/** Steps of a path that a tester steps through or keeps. The longest generated path has 466. */
export const mostPathSteps = 1000;
/** `NEW: submit details example 1 > closed`. */
export const SpelledPath = Type.String({ minLength: 1, maxLength: longestPath });
const Tier = Type.Union([Type.Literal('machine'), Type.Literal('dom'), Type.Literal('browser')]);

/** How much of a criterion is shown, and what cannot be. */
const Counts = Type.Object({ covered: Type.Integer(), total: Type.Integer(), infeasible: Type.Integer() });
const CountsByCriterion = Type.Object({
  states: Counts,
  transitions: Counts,
  guards: Counts,
  pairs: Counts,
  boundaries: Counts,
  sneak: Counts,
  reload: Counts,
  outcomes: Counts,
  approved: Counts,
  laws: Counts,
});

const PathFailure = Type.Object({
  /** Id of the path; empty for what is wrong with the flow as a whole. */
  path: Type.String(),
  /** The moves to it, as short as was found. */
  steps: Type.Array(Type.String()),
  state: Type.String(),
  problems: Type.Array(Type.String()),
  /** The path to it, as `playPath` reads it; empty for what is wrong with the flow as a whole. */
  spelled: Type.String(),
  /** The command that shows it again. */
  reproduce: Type.String(),
  /** The lowest tier in which the same path fails: there it is looked for first. */
  lowest: Tier,
  /** Of the step that failed, relative to the page. */
  screenshot: Type.Optional(Type.String()),
});
export type PathFailure = Static<typeof PathFailure>;

/** How much of a thing the paths of a tier showed; `cannot`: nothing can, and it is said why. */
const Shown = Type.Union([
  Type.Literal('covered'),
  Type.Literal('partly'),
  Type.Literal('missed'),
  Type.Literal('cannot'),
]);
export type Shown = Static<typeof Shown>;

const ChartLine = Type.Object({
  /** Of the machine's transition, such as `editing.setup back`. */
  id: Type.String(),
  /** As the diagram says it: `submit [submitsHttp]`. */
  text: Type.String(),
  source: Type.String(),
  target: Type.String(),
  event: Type.String(),
  guard: Type.String(),
  shown: Shown,
  /** Classes of context from which it was taken, and of how many it can be. */
  covered: Type.Integer(),
  total: Type.Integer(),
});
export type ChartLine = Static<typeof ChartLine>;

const ChartState = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parent: Type.Optional(Type.String()),
  kind: Type.Union([
    Type.Literal('group'),
    Type.Literal('step'),
    Type.Literal('working'),
    Type.Literal('passing'),
    Type.Literal('end'),
  ]),
  shown: Shown,
  failed: Type.Boolean(),
  /** What happens in it without leaving it, and its many ways back, which as lines would hide the rest. */
  lines: Type.Array(ChartLine),
});
export type ChartState = Static<typeof ChartState>;

const ChartLink = Type.Object({ from: Type.String(), to: Type.String(), lines: Type.Array(ChartLine) });
export type ChartLink = Static<typeof ChartLink>;

const Chart = Type.Object({
  states: Type.Array(ChartState),
  links: Type.Array(ChartLink),
  /** Where the flow begins. */
  first: Type.Array(Type.String()),
});
export type Chart = Static<typeof Chart>;

/** Name, state, heading, buttons, what fields and assertions say, screenshot (-1: none), busy, ms, transitions taken. */
const PathStep = Type.Tuple([
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Integer(),
  Type.Number(),
  Type.Array(Type.Integer()),
]);
export type PathStep = Static<typeof PathStep>;

const WalkedPath = Type.Object({
  id: Type.String(),
  /** How the flow is opened: `NEW`, `EDIT`. */
  input: Type.String(),
  ms: Type.Number(),
  failed: Type.Boolean(),
  steps: Type.Array(PathStep),
});
export type WalkedPath = Static<typeof WalkedPath>;

/** One flow in one tier, as plain data. */
export const FlowData = Type.Object({
  flow: Type.String(),
  title: Type.String(),
  tier: Tier,
  seed: Type.Integer(),
  at: Instant,
  criteria: CountsByCriterion,
  steps: Type.Integer(),
  lowerBound: Type.Integer(),
  generationMs: Type.Number(),
  ms: Type.Number(),
  /** Classes of context that the bound kept from being looked into. */
  leftOut: Type.Integer(),
  failures: Type.Array(PathFailure),
  /** What nothing shows and nobody explains. */
  holes: Type.Array(Type.String()),
  reasons: Type.Array(Type.Object({ criterion: Criterion, item: Type.String(), reason: Type.String() })),
  chart: Chart,
  /** Every text of `paths`, once; texts of paths are places in it. */
  texts: Type.Array(Type.String()),
  paths: Type.Array(WalkedPath),
  /** Why no path of the flow is walked in this tier. */
  notWalked: Type.Optional(Type.String()),
});
export type FlowData = Static<typeof FlowData>;

/** A step of a path, with the machine as it stood after it. */
export const PlayedStep = Type.Object({
  /** The move, such as `submit details example 1`; the first is the opening of the flow. */
  name: Type.String(),
  state: Type.String(),
  screen: Type.String(),
  heading: Type.String(),
  /** What the fields say is wrong. */
  says: Type.Array(Type.String()),
  problems: Type.Array(Type.String()),
  /** Value and context of the machine. */
  snapshot: Type.Object({ value: Type.Unknown(), context: Type.Unknown() }),
});
export type PlayedStep = Static<typeof PlayedStep>;
export const PlayedPath = Type.Object({ steps: Type.Array(PlayedStep) });

/** A walked flow of a run, without its paths. */
const FlowOutcome = Type.Object({
  flow: Type.String(),
  criteria: CountsByCriterion,
  paths: Type.Integer(),
  steps: Type.Integer(),
  ms: Type.Number(),
  failures: Type.Integer(),
  holes: Type.Integer(),
  notWalked: Type.Optional(Type.String()),
});
export type FlowOutcome = Static<typeof FlowOutcome>;

/** A run as the list shows it. */
const ListedPathRun = Type.Object({
  id: Uuid,
  state: RunState,
  /** Empty once the user is deleted. */
  startedBy: Type.String(),
  startedAt: Instant,
  endedAt: Nullable(Instant),
  flows: Type.Array(Type.String()),
  tier: OneOf(workbenchTiers),
  criteria: Type.Array(Criterion),
  seed: Type.Integer(),
  /** Failed paths and items that no path shows, in the flows that were walked. */
  problems: Type.Integer(),
});

/** States of a flow that is walked, by their dotted paths. */
const PathWalk = Type.Object({
  /** Those that paths have reached so far. */
  reached: Type.Array(Type.String()),
  /** Those in which a path failed. */
  failed: Type.Array(Type.String()),
  /** The one in which the latest path ended; empty before the first. */
  at: Type.String(),
});
export type PathWalk = Static<typeof PathWalk>;

const PathRun = Type.Object({
  ...ListedPathRun.properties,
  /** Of the flows that were walked. */
  outcomes: Type.Array(FlowOutcome),
  /** While it is running: the flow that is walked, and how many of its paths. `total` is 0 before they are generated. */
  now: Nullable(
    Type.Object({
      flow: Type.String(),
      done: Type.Integer(),
      total: Type.Integer(),
      ...PathWalk.properties,
    }),
  ),
});

/** Answers of a case, by field of the screen. */
export const CaseAnswers = Type.Record(Type.String(), Type.Unknown());
/** A state by its dotted path. */
export const StatePath = Type.String({ pattern: '^[A-Za-z0-9_]{1,60}(\\.[A-Za-z0-9_]{1,60}){0,9}$', maxLength: 200 });
/** An assertion requires words on the screen of a state (`says`), words on some path (`sometimes`), or a button (`offers`). */
export const assertionKinds = ['says', 'sometimes', 'offers'] as const;
/** What a tester adds to a state: an assertion, or a case, answers that every run gives there. */
export const stateTestKinds = [...assertionKinds, 'case'] as const;
const Assertion = Type.Object({
  id: Id,
  state: Type.String(),
  kind: OneOf(stateTestKinds),
  /** The words of an assertion, the name of a case. */
  text: Type.String(),
  /** Of a case. */
  answers: Nullable(CaseAnswers),
  /** Empty once the user is deleted. */
  addedBy: Type.String(),
  addedAt: Instant,
});
export const longestAssertion = 500;
export const longestCaseName = 60;
/** Of a request that adds a case. */
const mostCaseBytes = 256 * 1024;

const RunParams = Type.Object({ id: Uuid });

export const workbenchCalls = {
  listPathRuns: call({
    method: 'GET',
    path: '/workbench/runs',
    summary: 'Runs of generated paths, the latest first',
    reply: Type.Array(ListedPathRun),
    errors: [],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  startPathRun: call({
    method: 'POST',
    path: '/workbench/runs',
    summary: 'Starts a run that walks the generated paths of flows',
    body: Closed({
      flows: Type.Array(FlowId, { minItems: 1, maxItems: 80, uniqueItems: true }),
      tier: OneOf(workbenchTiers),
      criteria: Type.Array(Criterion, { minItems: 1, maxItems: pathCriteria.length, uniqueItems: true }),
      seed: Seed,
    }),
    reply: Run,
    errors: ['path_run_active', 'simulated_page_missing', 'browser_missing'],
    permission: 'SYSTEM:Workbench.Access',
    idempotent: true,
    sessionOnly: true,
  }),
  readPathRun: call({
    method: 'GET',
    path: '/workbench/runs/:id',
    summary: 'A run of generated paths',
    params: RunParams,
    reply: PathRun,
    errors: [],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  readPathReport: call({
    method: 'GET',
    path: '/workbench/runs/:id/flows/:flow',
    summary: 'What a run found in a flow, with its paths',
    params: Type.Object({ id: Uuid, flow: FlowId }),
    reply: FlowData,
    errors: [],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  exportPathRun: call({
    method: 'GET',
    path: '/workbench/runs/:id/export',
    summary: 'A run of generated paths as a file',
    params: RunParams,
    query: Type.Object({ format: OneOf(['html', 'json', 'junit']) }),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['text/html', 'application/json', 'application/xml'],
    errors: ['paths_busy', 'path_too_long'],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  listAssertions: call({
    method: 'GET',
    path: '/workbench/flows/:flow/assertions',
    summary: 'The assertions about the states of a flow, and the cases of these',
    params: Type.Object({ flow: FlowId }),
    reply: Type.Array(Assertion),
    errors: [],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  addAssertion: call({
    method: 'POST',
    path: '/workbench/flows/:flow/assertions',
    summary: 'Adds an assertion about a state, or a case: answers that every run gives there',
    params: Type.Object({ flow: FlowId }),
    body: Closed({
      state: StatePath,
      kind: OneOf(stateTestKinds),
      text: Text(longestAssertion),
      /** The screen of the state, and the answers without secrets; of a case, and of nothing else. */
      screen: Type.Optional(Text(60)),
      answers: Type.Optional(CaseAnswers),
    }),
    bodyBytes: mostCaseBytes,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), id: Id }),
    errors: ['assertion_exists', 'too_many_assertions', 'too_many_cases'],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  removeAssertion: call({
    method: 'DELETE',
    path: '/workbench/assertions/:id',
    summary: 'Removes an assertion or a case',
    params: Type.Object({ id: Id }),
    reply: Done,
    errors: [],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  /** For a checkout: `tests/paths/<flow>/<state>.json`. */
  exportAssertions: call({
    method: 'GET',
    path: '/workbench/flows/:flow/assertions/:state',
    summary: 'The assertions about a state and its cases, as the file that a checkout reads',
    params: Type.Object({ flow: FlowId, state: StatePath }),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    file: ['application/json'],
    errors: [],
    permission: 'SYSTEM:Workbench.Access',
    sessionOnly: true,
  }),
  /** A read, by POST: a path may be too long for a URL. */
  playPath: call({
    method: 'POST',
    path: '/workbench/play',
    summary: 'Walks one path of a flow, and replies with the machine after each step',
    body: Closed({ flow: FlowId, path: SpelledPath, seed: Seed }),
    reply: PlayedPath,
    errors: ['paths_busy', 'path_too_long'],
    permission: 'SYSTEM:Workbench.Access',
    changesNothing: true,
    sessionOnly: true,
    bodyBytes: longestPath * 4,
    rate: { max: 60, seconds: 60 },
  }),
};
