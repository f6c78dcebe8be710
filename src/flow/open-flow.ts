import { callApi } from '#api/client.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import { newUuid } from '#api/uuid.ts';
import type { Draft } from '#engine/flow/draft.ts';
import type { Answers, Mode } from '#engine/flow/flow.ts';
import type { Door } from './door.ts';
import { findDraft, listDrafts, type DraftSources } from './find-drafts.ts';
import { ResumeOffer } from './flow-parts.ts';
import { createFlowSession, type FlowSession } from './flow-session.ts';
import type { DraftLine } from './kept-draft.ts';
import { localDrafts } from './local-drafts.ts';
import type { LoadedFlow, LoadFor } from './loaded-flow.ts';
import { loadFlow } from './registry.ts';
import { withRunTimeScreens } from './run-time-screens.ts';
import { serverDrafts } from './server-drafts.ts';
import { inLanguage } from './spoken-flow.ts';

/** What somebody wants to do: which flow, of what, and with what to begin. */
export interface FlowWish {
  flowId: string;
  mode: Mode;
  /** The entity that EDIT changes. */
  subject?: string;
  /** The entity whose values NEW begins with. */
  copyOf?: string;
  /** What the address carried. */
  params?: Readonly<Record<string, string>>;
  answers?: Readonly<Record<string, Answers>>;
  /** What the flow begins with and no screen asks. */
  given?: Readonly<Answers>;
  /** Screens whose answers to begin with were found right. */
  passed?: readonly string[];
  /** The draft to go on with. */
  draft?: string;
  /** Whose drafts: the signed-in user's id, or `nobody`. */
  owner: string;
}

export type Opened = { session: FlowSession } | { offer: DraftLine[]; loaded: LoadedFlow };

/** `follow`: told of every flow that is opened. Signing in, which nobody records, has none. */
export const follower: { follow?: (session: FlowSession, mode: Mode) => void } = {};

const now = () => new Date().toISOString();

const door: Door = (name, input, options) => callApi(name as CallName, input as never, options);

/** Opens a flow: its draft where one is named, an offer where there are some, else a new one. Throws `CallFailed`. */
export async function openFlow(wish: FlowWish, signal: AbortSignal): Promise<Opened | undefined> {
  const load = loadFor(wish.flowId, wish.subject);
  const general = await load(undefined);
  const loaded = (await general.organizations?.ofWish(general, wish, load)) ?? general;
  const sources = sourcesOf(wish, loaded);
  if (wish.draft !== undefined) {
    const found = await findDraft(sources, wish.draft);
    const own = (await loaded.organizations?.ofDraft(loaded, found?.snapshot, load)) ?? loaded;
    return signal.aborted ? undefined : { session: begin(wish, own, sources, wish.draft, found) };
  }
  // Who copies wants that copy; what else was begun is offered where one adds.
  if (wish.copyOf !== undefined) return { session: startNew(wish, loaded) };
  const drafts = await listDrafts(sources, wish.flowId, wish.subject ?? null);
  if (signal.aborted) return undefined;
  const [latest] = drafts;
  if (latest === undefined) return { session: startNew(wish, loaded) };
  // Before sign-in nobody is asked: whoever reloads the page goes on.
  if (loaded.flow.drafts === 'local') {
    const found = await findDraft(sources, latest.id);
    return { session: begin(wish, loaded, sources, latest.id, found) };
  }
  await ResumeOffer.fetch();
  return signal.aborted ? undefined : { offer: drafts, loaded };
}

/** The flow of this subject with the screens of an organization. */
function loadFor(flow: string, subject: string | undefined): LoadFor {
  return async (organizationId) => inLanguage(await withRunTimeScreens(await loadFlow(flow, organizationId), subject));
}

export function startNew(wish: FlowWish, loaded: LoadedFlow): FlowSession {
  return begin(wish, loaded, sourcesOf(wish, loaded), newUuid(), undefined);
}

/** A flow inside another, which keeps its draft: `onDraft` is told what there is to keep. */
export function startWithin(
  wish: Omit<FlowWish, 'owner' | 'draft'>,
  loaded: LoadedFlow,
  kept: Draft | undefined,
  onDraft: (draft: Draft) => void,
): FlowSession {
  const found = kept && { snapshot: kept, revision: null };
  const { instance } = kept?.context ?? { instance: newUuid() };
  return begin(
    { ...wish, owner: 'nobody' },
    loaded,
    sourcesOf({ ...wish, owner: 'nobody' }, loaded),
    instance,
    found,
    onDraft,
  );
}

/** Drops a draft that is offered and not wanted. Throws `CallFailed`. */
export async function dropDraft(id: string): Promise<void> {
  localDrafts(localStorage).remove(id);
  await serverDrafts.remove(id);
}

function sourcesOf({ owner }: FlowWish, { flow }: LoadedFlow): DraftSources {
  return { kind: flow.drafts, owner, local: localDrafts(localStorage), server: serverDrafts, now };
}

function begin(
  { mode, subject, copyOf, params, answers, given, passed, owner }: FlowWish,
  loaded: LoadedFlow,
  { local, server }: DraftSources,
  instance: string,
  found: Awaited<ReturnType<typeof findDraft>>,
  onDraft?: (draft: Draft) => void,
): FlowSession {
  const session = createFlowSession({
    ...loaded,
    door,
    input: {
      instance,
      mode,
      now: now(),
      ...(subject === undefined ? {} : { subject }),
      ...(copyOf === undefined ? {} : { copyOf }),
      ...(params === undefined ? {} : { params: { ...params } }),
      ...(answers === undefined ? {} : { answers: { ...answers } }),
      ...(given === undefined ? {} : { given: { ...given } }),
      ...(passed === undefined ? {} : { passed }),
    },
    ...(found === undefined ? {} : { resume: found }),
    drafts: { owner, local, server, now },
    ...(onDraft === undefined ? {} : { onDraft }),
  });
  // A flow inside another is a part of that one's step.
  if (onDraft) return session;
  loaded.organizations?.follow(session, loadFor(loaded.flow.id, subject));
  follower.follow?.(session, mode);
  return session;
}
