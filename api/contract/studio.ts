import { Type, type Static } from 'typebox';
import { call, type FileReply } from './call.ts';
import { Closed, Done, Id, Instant, Nullable, OneOf, Text } from './shapes.ts';
import { FlowId, longestPath, PlayedPath, SpelledPath } from './workbench.ts';

/** Characters of a document. The largest built-in one has a third. */
export const longestDocument = 100_000;
export const longestNote = 500;
/** How long a page waits for a check or a publication. */
export const longestCheckSeconds = 600;
/** A publication is scheduled at most this far ahead. */
export const longestScheduleDays = 90;

/** `screen`: `setup`, or `setup@7` for the variant of organization 7. */
const ScreenParams = Type.Object({ flow: Text(60), screen: Text(60) });
/** The name of the organization that a variant is for; null for the screen of every organization. */
const OfOrganization = Nullable(Type.String());
const ModuleParams = Type.Object({ ...ScreenParams.properties, number: Type.Integer({ minimum: 1 }) });
const Document = Type.String({ minLength: 1, maxLength: longestDocument });

/** `line` and `column` count from 1. */
const Problem = Type.Object({ line: Type.Integer(), column: Type.Integer(), message: Type.String() });

/** A way through a flow that would break: what goes wrong, after which steps, in which state. */
const BrokenPath = Type.Object({
  /** Another flow than that of the screen where one of its screens takes a part of it. */
  flow: Type.String(),
  problems: Type.Array(Type.String()),
  steps: Type.Array(Type.String()),
  state: Type.String(),
  /** The path, as `playScreenPath` reads it; empty for what is wrong with the flow as a whole. */
  spelled: Type.String(),
});
export type BrokenPath = Static<typeof BrokenPath>;

/** A stored record that could no longer be saved as it is, or a draft that could not be opened as it was left. */
const BrokenStored = Type.Object({
  kind: OneOf(['record', 'draft']),
  /** Of a record its own name, empty where the user may not see it; of a draft that of its user. */
  name: Type.String(),
  problems: Type.Array(Type.String()),
});
export type BrokenStored = Static<typeof BrokenStored>;

/** `stored.told` has the first twenty. */
const Judged = Type.Object({
  problems: Type.Array(Problem),
  broken: Type.Array(BrokenPath),
  stored: Type.Object({ count: Type.Integer(), told: Type.Array(BrokenStored) }),
});

const Version = Type.Object({
  number: Type.Integer(),
  note: Type.String(),
  /** Empty once the user is deleted. */
  publishedBy: Type.String(),
  publishedAt: Instant,
  /** Whether it is the built-in document. */
  asShipped: Type.Boolean(),
  text: Type.String(),
  /** Of its commit in the repository of screens; null until it is committed. */
  commit: Nullable(Type.String()),
  /** Why it could not be committed, in words; empty without a failure. */
  notCommitted: Type.String(),
});

const Scheduled = Type.Object({
  at: Instant,
  /** The author's name; the user may be deleted. */
  by: Type.String(),
  note: Type.String(),
  /** Number of the version that it changes. */
  base: Type.Integer(),
  /** Why it was not published at its time, in words. */
  failure: Nullable(Type.Object({ at: Instant, reason: Type.String() })),
});

const ScheduleParams = { params: ScreenParams, permission: 'SYSTEM:Studio.Access' } as const;

const EditedScreen = Type.Object({
  flow: Type.String(),
  screen: Type.String(),
  organization: OfOrganization,
  /** Organizations that have a variant of the screen, by name; null for a flow that is for no organization. */
  variants: Nullable(Type.Array(Type.Object({ organizationId: Type.Integer(), name: Type.String() }))),
  /** The document in use. */
  text: Type.String(),
  /** Its number; 0 for the built-in document. */
  number: Type.Integer(),
  /** The built-in document; of a variant, the one that every other organization has. */
  shipped: Type.String(),
  /** What the last commit of the operator's repository has in place of the document in use, if it says something else. */
  repository: Nullable(Type.Object({ text: Type.String(), commit: Type.String() })),
  /** The user's own unpublished change, or null. */
  edit: Type.Union([Type.Object({ text: Type.String(), base: Type.Integer(), keptAt: Instant }), Type.Null()]),
  /** What is published at its time, or could not be. */
  scheduled: Nullable(Type.Object({ ...Scheduled.properties, text: Type.String() })),
  /** Other users with an unpublished change. */
  others: Type.Array(Type.Object({ name: Type.String(), keptAt: Instant })),
  /** The latest first. */
  versions: Type.Array(Version),
});

export const studioCalls = {
  listPublishedScreens: call({
    method: 'GET',
    path: '/screens',
    summary: 'The screens that were published in place of built-in ones, and the variants of organizations',
    reply: Type.Array(
      Type.Object({
        flow: Type.String(),
        screen: Type.String(),
        number: Type.Integer(),
        /** Null for every organization that has no variant of its own. */
        organizationId: Nullable(Type.Integer()),
      }),
    ),
    errors: [],
    permission: 'session',
  }),
  readScreenModule: call({
    method: 'GET',
    path: '/screens/:flow/:screen/:number/module',
    summary: 'A published screen, compiled',
    params: ModuleParams,
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    errors: [],
    permission: 'session',
    file: ['text/javascript'],
    rate: { max: 600, seconds: 60 },
  }),
  /** Before a flow reads what it edits, since the screens of its organization say what is read. */
  readScreenOrganization: call({
    method: 'GET',
    path: '/screens/:flow/subjects/:id/organization',
    summary: 'The organization whose variants of the screens a record is edited with',
    params: Type.Object({ flow: Text(60), id: Id }),
    reply: Type.Object({ organizationId: Type.Integer() }),
    errors: [],
    permission: 'session',
  }),
  readEditedScreen: call({
    method: 'GET',
    path: '/studio/screens/:flow/:screen',
    summary: 'A screen as the Studio edits it, with its versions',
    params: ScreenParams,
    reply: EditedScreen,
    errors: [],
    permission: 'SYSTEM:Studio.Access',
  }),
  keepScreenEdit: call({
    method: 'PUT',
    path: '/studio/screens/:flow/:screen/edit',
    summary: 'Keeps a change to a screen, and says what is wrong with its document',
    params: ScreenParams,
    body: Closed({ text: Document, base: Type.Integer({ minimum: 0 }) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), problems: Type.Array(Problem) }),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
    bodyBytes: 4 * longestDocument,
    rate: { max: 240, seconds: 60 },
  }),
  dropScreenEdit: call({
    method: 'DELETE',
    path: '/studio/screens/:flow/:screen/edit',
    summary: 'Drops a change to a screen',
    params: ScreenParams,
    reply: Done,
    errors: [],
    permission: 'SYSTEM:Studio.Access',
  }),
  /** A module of code for the page. */
  readEditModule: call({
    method: 'GET',
    path: '/studio/screens/:flow/:screen/edit/module',
    summary: 'The changed screen, compiled for its preview',
    params: ScreenParams,
    // The page asks for another address each time, since a browser keeps a module.
    query: Type.Object({
      opened: Type.Optional(Type.String({ maxLength: 36 })),
      /** `<flow>/<screen>`: the screen that takes a part of the changed one, with that part changed. */
      taker: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,60}/[A-Za-z0-9-]{1,60}$', maxLength: 121 })),
    }),
    reply: Type.Unsafe<FileReply>({ type: 'string', format: 'binary' }),
    errors: ['screen_not_sound', 'screen_check_busy'],
    permission: 'SYSTEM:Studio.Access',
    file: ['text/javascript'],
    rate: { max: 240, seconds: 60 },
  }),
  checkScreen: call({
    method: 'POST',
    path: '/studio/screens/:flow/:screen/check',
    summary: 'Walks every generated path of the flow with the changed screen',
    params: ScreenParams,
    reply: Judged,
    errors: ['screen_check_busy', 'screen_check_too_long'],
    permission: 'SYSTEM:Studio.Access',
    changesNothing: true,
    rate: { max: 30, seconds: 60 },
  }),
  /** Of the server that is asked: another one tells nothing of it. */
  readScreenCheck: call({
    method: 'GET',
    path: '/studio/screens/:flow/:screen/check',
    summary: 'How far the check or publication of the screen is that the user has asked for',
    params: ScreenParams,
    reply: Type.Object({
      /** Nothing is under way, the paths on the machine, what is stored, the paths in a simulated page. */
      stage: OneOf(['none', 'paths', 'stored', 'page']),
      /** `total` is 0 until it is known. */
      done: Type.Integer(),
      total: Type.Integer(),
    }),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
    rate: { max: 240, seconds: 60 },
  }),
  playScreenPath: call({
    method: 'POST',
    path: '/studio/screens/:flow/:screen/play',
    summary: 'Walks one path of the flow with the changed screen, and replies with the machine after each step',
    params: ScreenParams,
    body: Closed({
      path: SpelledPath,
      /** The flow of the path, if it is another one, which takes a part of the screen. */
      of: Type.Optional(FlowId),
    }),
    reply: Type.Object({
      ...PlayedPath.properties,
      /** The screens of that flow that the change changes. */
      changed: Type.Array(Type.String()),
    }),
    errors: ['screen_not_sound', 'paths_busy', 'path_too_long'],
    permission: 'SYSTEM:Studio.Access',
    changesNothing: true,
    sessionOnly: true,
    bodyBytes: longestPath * 4,
    rate: { max: 60, seconds: 60 },
  }),
  publishScreen: call({
    method: 'POST',
    path: '/studio/screens/:flow/:screen/version',
    summary: 'Publishes the changed screen, unless it breaks a path of the flow',
    params: ScreenParams,
    body: Closed({ note: Type.String({ maxLength: longestNote }) }),
    reply: Type.Object({
      resultCode: Type.Union([Type.Literal('SUCCESS'), Type.Literal('REFUSED')]),
      /** Of the new version; null where it was refused. */
      number: Type.Union([Type.Integer(), Type.Null()]),
      ...Judged.properties,
    }),
    errors: ['screen_changed_meanwhile', 'screen_check_busy', 'screen_check_too_long'],
    permission: 'SYSTEM:Studio.Access',
    ownTransactions: true,
    idempotent: true,
    sessionOnly: true,
    rate: { max: 30, seconds: 60 },
  }),
  listScreenEdits: call({
    method: 'GET',
    path: '/studio/edits',
    summary: 'Changes to screens that are not published, the latest first; 200 at most',
    reply: Type.Array(
      Type.Object({
        flow: Type.String(),
        screen: Type.String(),
        organization: OfOrganization,
        /** Who made it, and whether that is the user who asks. */
        by: Type.String(),
        isOwn: Type.Boolean(),
        keptAt: Instant,
      }),
    ),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
  }),
  listScheduledScreens: call({
    method: 'GET',
    path: '/studio/scheduled',
    summary: 'The scheduled publications of screens, and those that failed',
    reply: Type.Array(
      Type.Object({
        flow: Type.String(),
        screen: Type.String(),
        organization: OfOrganization,
        ...Scheduled.properties,
      }),
    ),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
  }),
  readScreenRepository: call({
    method: 'GET',
    path: '/studio/repository',
    summary: 'Published versions that could not be committed to the repository of screens',
    reply: Type.Object({
      /** Whether the operator set a repository. */
      isUsed: Type.Boolean(),
      failed: Type.Array(
        Type.Object({
          flow: Type.String(),
          screen: Type.String(),
          organization: OfOrganization,
          number: Type.Integer(),
          reason: Type.String(),
        }),
      ),
    }),
    errors: [],
    permission: 'SYSTEM:Studio.Access',
  }),
  scheduleScreen: call({
    ...ScheduleParams,
    method: 'POST',
    path: '/studio/screens/:flow/:screen/scheduled',
    summary: 'Publishes the changed screen at a later time, unless it breaks a path of the flow now or then',
    body: Closed({ note: Type.String({ maxLength: longestNote }), at: Instant }),
    reply: Type.Object({ resultCode: OneOf(['SUCCESS', 'REFUSED']), ...Judged.properties }),
    errors: ['screen_is_scheduled', 'screen_changed_meanwhile', 'screen_check_busy', 'screen_check_too_long'],
    ownTransactions: true,
    idempotent: true,
    sessionOnly: true,
    rate: { max: 30, seconds: 60 },
  }),
  /** With `take` its text becomes the user's own change. */
  cancelScheduledScreen: call({
    ...ScheduleParams,
    method: 'POST',
    path: '/studio/screens/:flow/:screen/scheduled/cancel',
    summary: 'Cancels a scheduled publication, or dismisses one that failed',
    body: Closed({ take: Type.Boolean() }),
    reply: Done,
    errors: ['screen_edit_exists'],
    idempotent: true,
    sessionOnly: true,
  }),
  publishScheduledScreen: call({
    ...ScheduleParams,
    method: 'POST',
    path: '/studio/screens/:flow/:screen/scheduled/publish',
    summary: 'Publishes a scheduled screen at once, unless it breaks a path of the flow',
    reply: Type.Object({
      resultCode: OneOf(['SUCCESS', 'REFUSED']),
      number: Nullable(Type.Integer()),
      ...Judged.properties,
    }),
    errors: ['screen_changed_meanwhile', 'screen_check_busy', 'screen_check_too_long'],
    ownTransactions: true,
    idempotent: true,
    sessionOnly: true,
    rate: { max: 30, seconds: 60 },
  }),
  /** `number` 0 is the built-in document. */
  rollBackScreen: call({
    method: 'POST',
    path: '/studio/screens/:flow/:screen/roll-back',
    summary: 'Publishes an earlier version of a screen again',
    params: ScreenParams,
    body: Closed({ number: Type.Integer({ minimum: 0 }) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), number: Type.Integer() }),
    errors: ['screen_not_sound', 'screen_check_busy'],
    permission: 'SYSTEM:Studio.Access',
    idempotent: true,
    sessionOnly: true,
  }),
};
