import type { JSONSchema7 } from 'json-schema';
import type { AnyStateMachine } from 'xstate';
import type { FieldError, Pointer } from '../document/document.ts';
import type { Sends } from './sends.ts';
import type { FlowStep } from './steps.ts';

export type Mode = 'NEW' | 'EDIT';

/** What every flow's machine is started with. Time, identity and chance come in here, so that a path replays. */
export interface FlowInput {
  /** The draft's uuid; idempotency keys are made of it. */
  instance: string;
  mode: Mode;
  /** The entity that EDIT changes. */
  subject?: string;
  /** The entity whose values NEW begins with. */
  copyOf?: string;
  /** ISO 8601, UTC. */
  now: string;
  /** Answers to begin with, by screen. */
  answers?: Record<string, Answers>;
  /** Screens whose answers to begin with were found right. */
  passed?: readonly string[];
  /** What the address carried: a token, a mode … */
  params?: Record<string, string>;
  /** What the flow begins with and no screen asks, as its manifest declares it: a selection of devices. */
  given?: Answers;
}

export type Answers = Record<string, unknown>;

/**
 * What the form of each screen answers, by `<flow>/<screen>`: generated from the documents (`npm run generate:answers`). A field may be
 * absent, since a form that is not submitted yet has answers too.
 */
// The generated file merges the screens into it.
export interface ScreenAnswers {}

/** A refusal of the server, kept as data: an `Error` in context becomes `{}` when persisted. */
export interface Refusal {
  code: string;
  message: string;
  fields?: Record<Pointer, string>;
  /** With the code `MFA_REQUIRED`: the second factors that the user has. */
  methods?: readonly string[];
  /** With the code `conflict`: the entity as it is stored now, and its last change. */
  conflict?: { current: unknown; by?: string; at?: string };
}

/** What somebody else saved while this flow was open. */
export interface Theirs {
  /** By screen id. */
  answers: Record<string, Answers>;
  revision: number;
  /** A person's name. */
  by?: string;
  /** ISO 8601, UTC. */
  at?: string;
}

/** What every flow's context holds at least. A machine adds its own. */
export interface FlowContext {
  instance: string;
  mode: Mode;
  subject?: string;
  copyOf?: string | undefined;
  now: string;
  params: Record<string, string>;
  /** What the flow was opened with, as its manifest declares it. Drafts keep it; no answer changes it. */
  given?: Answers;
  /** By screen id. */
  answers: Record<string, Answers>;
  /** EDIT: the answers as they are stored. */
  stored?: Record<string, Answers>;
  /** Runs and uploads that effects are attached to, by effect: a resumed draft attaches to the same one. */
  runs?: Record<string, string>;
  /** The files of uploads, by effect, as they were chosen: another file is another upload. */
  files?: Record<string, string>;
  /** EDIT: the revision of `stored`, which a save is based on. */
  revision?: number | undefined;
  /** In `conflict`: the answers that are stored now. */
  theirs?: Theirs | undefined;
  /** Counts definite replies, so that a resumed effect repeats its key and a corrected one has a new one. */
  attempt: number;
  /** Screens whose answers were submitted and have not changed since: the stepper leads past them. */
  passed: string[];
  refusal?: Refusal | undefined;
  /** While an effect reads again after the refusal. Never persisted. */
  retries?: Retries | undefined;
  /** Fill the `{name}`s of message screens. */
  words: Record<string, string>;
  shown: Shown;
}

/**
 * What screens show and no form asks, by key: a test's result, a QR code, recovery codes. A flow merges its keys and their
 * types into this interface, so that a key that nobody declared does not compile, and says in `shows` what drafts keep.
 */
export interface ShownData {
  /** How far the job or the upload is. */
  progress: JobProgress;
  /** The last run of each job, by effect. */
  runs: Record<string, string>;
  /** What the last save answered with, for who opened the flow. */
  saved: unknown;
}

export type Shown = Partial<ShownData>;

/** Whether drafts keep what is shown under a key, or it is gone with its page: a secret in a reply, a QR code. */
export type Shows = Readonly<Partial<Record<keyof ShownData, 'kept' | 'transient'>>>;

/** The events that every step screen sends. A machine may add events of its own (a screen's `actions`). */
export type FlowEvent =
  /** The answers as they stand, not yet claimed to be right: sent when a person pauses or leaves. */
  | { type: 'step.changed'; screen: string; data: Answers }
  /** The primary button, after the page's own validation. */
  | { type: 'step.submitted'; screen: string; data: Answers }
  | { type: 'step.chosen'; screen: string }
  | { type: 'back' }
  | { type: 'closed' }
  | { type: 'confirmed' }
  | { type: 'retried' }
  /** A button of the screen's document or part asks for something: `test.requested`. */
  | { type: `${string}.requested` }
  | JobProgressed
  | WatchChanged
  | EffectRetries;

/** A watch has read its call. Sent by the effect. */
export interface WatchChanged {
  type: 'watch.changed';
  effect: string;
  /** The reply. */
  output: unknown;
}

/** A reading failed and nobody knows why: the effect reads again by itself. Sent by the effect. */
export interface EffectRetries {
  type: 'effect.retries';
  effect: string;
  error: Refusal;
  retries: Retries;
}

/** How often an effect has read again without a reply. */
export interface Retries {
  /** 1 before the first one. */
  count: number;
  most: number;
}

/** A job runs or an upload is on its way, or has got on; sent by the effect. */
export interface JobProgressed {
  type: 'job.progressed';
  effect: string;
  /** The id of the run or of the upload. */
  run: string;
  progress: JobProgress;
}

/** How far a job or an upload is, as `shown.progress` holds it for the progress screen. */
export interface JobProgress {
  stage: string;
  stages: readonly string[];
  done: number;
  /** 0 while it is unknown. */
  total: number;
  /** `done` a second, by the server's clock; 0 while it is unknown. */
  rate: number;
  /** Of the stage; null while it is unknown. */
  secondsLeft: number | null;
  /** Somebody asked it to stop. */
  cancelRequested: boolean;
  /** Of an upload: it waits for the person. */
  paused?: boolean;
}

/** `meta` of every state that a person sees. */
export interface StateMeta {
  /** The screen's id, `schemas/<flow>/<screen>.json`. */
  screen: string;
  /** An effect is under way: the screen shows, fields and buttons wait. */
  busy?: boolean;
  /** Of a form whose document has a `test`: what its submit does. */
  test?: 'needed' | 'passed';
  /** The job is done: leaving loses nothing and there is nothing to go on with. */
  over?: boolean;
}

/** Where a flow may be opened: hash routes, `$id` being the subject. */
export interface FlowRoutes {
  add?: string;
  edit?: string;
  /** Adds with the values of `$id`. */
  copy?: string;
}

/** What the person is told once a flow has finished, and where it leads. `{name}`s are filled from the output's words and reply. */
export interface FlowEnd {
  /** The toast: "{name} is saved." */
  message: string;
  /** The hash route of what was saved; where the flow was opened from unless said here. */
  to?: string;
  /** The next thing that people do, as a link in the toast. */
  offer?: FlowOffer;
}

export interface FlowOffer {
  label: string;
  to: string;
  /** The permission without which it is not offered. */
  need?: string;
}

/** What `schemas/<flow>/flow.json` says: the part of a flow that the shell needs before its machine is loaded. */
export interface FlowManifest {
  /** "Add a cloud monitor" / "Edit cloud monitor", by mode. */
  title: Record<Mode, string>;
  presentation: 'full-screen' | 'modal' | 'page';
  /** Width of a modal, in pixels; 640 unless said here. */
  width?: 640 | 880;
  /** Of the body of a modal, in pixels; as high as what it holds unless given. F03-02. */
  height?: number;
  /** `server`: kept for the signed-in user. `local`: flows before there is one, kept by the browser alone. `none`: all that it asks is secret. */
  drafts: 'server' | 'local' | 'none';
  /** The answer, by `/<screen>/<field>`, that tells one draft from another: the monitor's name. */
  namedBy?: Pointer;
  /**
   * The answer, by `/<screen>/<field>`, that is the id of the organization that everything is for: its variants of the screens are used
   * as soon as it is known.
   */
  organization?: Pointer;
  /** What it adds and edits, as people call it: the standard screens speak of it (`standard-documents.ts`). */
  entity?: string;
  routes?: FlowRoutes;
  /** How it ends once it has saved, by mode; a mode without one ends on a screen of its own, or where it was opened from. */
  ends?: Partial<Record<Mode, FlowEnd>>;
  /** The steps in order; the machine builds its states from them. */
  stepper?: readonly FlowStep[];
  /**
   * The JSON Schema of what the flow begins with and no screen asks. Conditions and calls name it by `/given/<name>`, screens in
   * their own `given`.
   */
  given?: JSONSchema7;
  /** What each call sends, field by field; the name of another call stands for the same body. */
  sends?: Sends;
  /** A module beside the manifest adds rules: of fields that parts of the screens ask. */
  sendsMore?: boolean;
  /** Answers by `/<screen>/<field>` that no call sends, and why is no mistake. */
  unsent?: readonly Pointer[];
  /** Fields by screen that the machine or a call needs; the build refuses a manifest whose screens do not ask them. */
  needs: Record<string, Pointer[]>;
}

/**
 * What a machine asks of the outside. The key in `Flow.effects` is the name of the call in the catalogue, and the
 * invoke's input is an `EffectInput`; one generic filler in `src/` makes the call. Output: the call's reply.
 * Failure: a `Refusal`.
 */
export interface Effect {
  /**
   * `call`: one request, one reply; the kind unless said here. `job`: the call replies with a run, which the effect follows
   * to its end; output: the run's result, failure: its refusal, `run_cancelled` or `run_interrupted`. `watch`: a call that
   * reads, made again and again until its state is left; each reply comes in as `watch.changed`. `upload`: the call makes an
   * upload, to which the page sends the bytes of `input.file`; output: the upload, failure: a refusal or one of `uploadEnds`.
   * `security-key`: the browser asks the person for a security key first, where the body leaves its answer empty.
   */
  kind?: 'call' | 'job' | 'watch' | 'upload' | 'security-key';
  /** Of a watch: the live topic after whose messages it reads at once. */
  topic?: string;
  /** What becomes of a job's run when its state is left before its end. A page that goes away never cancels it. An upload is removed. */
  whenLeft?: 'cancel' | 'continue';
  /** The codes of its own that it may end with, beside done and `runEnds` or `uploadEnds`; the machine has words and a way on for each. */
  errors: readonly string[];
}

/**
 * How a watch reads, and how a job or a watch goes on after a reading without a reply: at this pace, and at most so many
 * times in a row (F01-09, F02-13).
 */
export const poll = { seconds: 5, retries: 10 } as const;

/** How any job may end, beside done and the codes of its call. */
export const runEnds = ['run_cancelled', 'run_interrupted'] as const;

/**
 * How an upload may end, beside done and the codes of its call. `file_needed`: this page does not have the file, which a person
 * has to choose again; the server keeps what it has of it. `upload_gone`: the server no longer keeps it.
 */
export const uploadEnds = ['file_needed', 'upload_gone'] as const;

export interface EffectInput {
  /** Sent as `Idempotency-Key`; made of `instance` and `attempt`, so a resumed effect repeats it. */
  key?: string;
  /** Sent as `If-Match`: the revision that a save is based on. */
  revision?: number;
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Of a job or an upload: what to attach to; without it one is started. */
  run?: string;
  /** Of an upload: the file, as the answer of its field spells it (`chosen-file.ts`). */
  file?: string;
  /** Of a watch: it hears messages about these ids; about any when absent. */
  ids?: readonly (number | string)[];
}

/** How a flow ended: the output of every machine. */
export interface FlowOutput {
  outcome: 'finished' | 'closed';
  /** The hash route to go to; where the flow was opened from unless said here. */
  next?: string;
  /** What the last call answered with, for who opened the flow. */
  reply?: unknown;
  /** Fill the toast and the route of the flow's end. */
  words?: Record<string, string>;
  /** A screen of the flow has told the person already: no toast repeats it. */
  told?: true;
}

/** What `machines/<flow>/flow.ts` exports as its default, beside its manifest. */
export interface FlowDefinition {
  id: string;
  machine: AnyStateMachine;
  /** The screens of the stepper in order, for these answers. */
  steps(context: FlowContext): string[];
  effects: Record<string, Effect>;
  /** The keys of `context.shown` that are the flow's own. */
  shows?: Shows;
  /** Of a flow whose manifest says `sendsMore`: the whole mapping, to which nothing is to be added, and its fields. */
  sends?: Sends;
  sendsMore?: boolean;
  needs?: Record<string, Pointer[]>;
  /** States (dotted) that show what is never kept, and the screen that a draft of them goes back to. */
  resume?: Readonly<Record<string, string>>;
}

export interface Flow extends Omit<FlowDefinition, 'needs'>, FlowManifest {
  /** What is wrong with what the flow is given; there where the manifest declares something. */
  validateGiven?: (given: unknown) => FieldError[];
}

export function defineFlow(definition: FlowDefinition): FlowDefinition {
  return definition;
}
