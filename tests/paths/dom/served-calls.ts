import { errors, type ErrorCode } from '#api/contract/errors.ts';
import { catalogue } from '#api/contract/catalogue.ts';
import type { CallReply } from '#api/client.ts';
import { brokenReply, MockRefusal, mockApi, networkFailure, type MockReplies, type MockRequest } from '#api/mock.ts';
import type { Flow, Refusal } from '#engine/flow/flow.ts';
import { sampleReply } from '#src/gallery/sample.ts';
import type { HttpHandler } from 'msw';
import { stubBrowserKey } from '../../console/browser-key.ts';
import type { PendingCall } from '../rig.ts';
import type { Answer, AnyRequest } from './answer.ts';
import { servedJobs } from './served-jobs.ts';
import { takeFiles } from './sent-files.ts';
import { servedUploads } from './served-uploads.ts';
import { servedWatch } from './served-watch.ts';

/** The server of a simulated page: calls of effects wait for the path's answer, drafts are kept, the rest is a sample. */
export interface ServedCalls {
  handlers: HttpHandler[];
  /** Those of effects, since the page was loaded. */
  calls: PendingCall[];
  /** The effects whose answer is on its way to the machine: a client that asks again is told the same. */
  readonly answering: Map<string, Answer>;
  /** The page knows of the reading that failed, and may read again. */
  forgetFailures(): void;
  /** How many other requests have no reply yet. */
  busy(): number;
  /** Forgets the calls that the page of before had made. */
  reloaded(): void;
  /** A server that nobody asked yet. */
  reset(): void;
}

/**
 * `waits`: whether the machine waits for an effect; what it waits for no more is answered to nobody. `isOwn`: whether the
 * machine in the page made a key.
 */
export function servedCalls(
  flow: Pick<Flow, 'effects'>,
  waits: (effect: string) => boolean,
  isOwn: (key: string) => boolean,
): ServedCalls {
  const effects = Object.keys(flow.effects);
  const ofKind = (wanted: string) => effects.filter((name) => flow.effects[name]?.kind === wanted);
  const [jobs, watches, uploads] = [ofKind('job'), ofKind('watch'), ofKind('upload')];
  const answering = new Map<string, Answer>();
  let drafts: Record<string, CallReply<'readDraft'>> = {};
  let others = 0;
  const served: ServedCalls = {
    handlers: [],
    calls: [],
    answering,
    forgetFailures() {
      for (const [effect, answer] of answering) if ('retries' in answer) answering.delete(effect);
    },
    busy: () => others,
    reloaded() {
      for (const call of served.calls) call.refuse(gone);
      answering.clear();
      served.calls = [];
    },
    reset() {
      served.reloaded();
      runs.forget();
      files.forget();
      drafts = {};
    },
  };

  function asked(effect: string, request: AnyRequest): unknown {
    const known = answering.get(effect);
    if (known !== undefined) return answerOf(known);
    return new Promise((resolve) => {
      const answer = (call: PendingCall, given: Answer) => {
        call.answered = true;
        if (waits(effect) && served.calls.findLast((one) => one.effect === effect) === call)
          answering.set(effect, given);
        resolve(answerOf(given));
      };
      served.calls.push({
        effect,
        input: {
          ...(request.idempotencyKey !== null && { key: request.idempotencyKey }),
          ...(request.revision !== null && { revision: request.revision }),
          params: request.params,
          query: request.query,
          body: request.body,
        },
        answered: false,
        done(reply) {
          answer(this, { reply });
        },
        report() {
          throw new Error(`${effect} is a call, which tells nothing before its end`);
        },
        refuse(refusal) {
          answer(this, { refusal });
        },
      });
    });
  }

  const runs = servedJobs(served, waits, isOwn, answerOf);
  const files = servedUploads(served);
  takeFiles(files.send);
  const replies: Record<string, (request: AnyRequest) => unknown> = {};
  for (const effect of effects) replies[effect] = (request) => asked(effect, request);
  for (const effect of jobs) replies[effect] = (request) => runs.start(effect, request);
  for (const effect of watches) replies[effect] = servedWatch(effect, served, waits, answerOf);
  for (const effect of uploads) replies[effect] = (request) => files.start(effect, request);
  if (uploads.length > 0) replies['removeUpload'] = () => ({ resultCode: 'SUCCESS' });
  if (ofKind('security-key').length > 0) {
    stubBrowserKey();
    for (const begin of ['beginSecurityKey', 'beginSecurityKeyProof'])
      replies[begin] = counted(() => sampleReply(begin));
  }
  if (jobs.length > 0) Object.assign(replies, { readRun: () => runs.read(), cancelRun: () => runs.cancel() });
  Object.assign(replies, {
    listDrafts: ({ query }: MockRequest<'listDrafts'>) =>
      Object.values(drafts).filter(
        ({ flow, subject }) => flow === query.flow && (subject ?? '') === (query.subject ?? ''),
      ),
    readDraft: ({ params }: MockRequest<'readDraft'>) => drafts[params.id] ?? new MockRefusal('not_found'),
    saveDraft({ params, body }: MockRequest<'saveDraft'>) {
      const { subject = null, base: _, ...draft } = body;
      drafts[params.id] = { id: params.id, subject, ...draft, updatedAt: new Date().toISOString() };
      return { resultCode: 'SUCCESS', revision: body.revision, updatedAt: new Date().toISOString() };
    },
    removeDraft({ params }: MockRequest<'removeDraft'>) {
      delete drafts[params.id];
      return { resultCode: 'SUCCESS' };
    },
    keepEditor: () => [],
    closeEditor: () => ({ resultCode: 'SUCCESS' }),
  } satisfies MockReplies);
  for (const [name, { method }] of Object.entries(catalogue)) {
    if (method === 'GET') replies[name] ??= counted(() => sampleReply(name));
  }
  function counted(reply: () => unknown) {
    return async () => {
      others += 1;
      // Until the page has it.
      setTimeout(() => (others -= 1), 2);
      return reply();
    };
  }
  served.handlers = mockApi(replies as MockReplies);
  return served;
}

const gone: Refusal = { code: 'offline', message: '' };

/** A refusal of a path as the wire carries it. */
function answerOf(answer: Answer): unknown {
  if ('reply' in answer) return answer.reply;
  const { code, message, fields, methods, conflict } = answer.refusal;
  if (code === 'offline') return networkFailure;
  if (code === 'unreadable') return brokenReply;
  if (!Object.hasOwn(errors, code)) throw new Error(`no server refuses with "${code}"`);
  return new MockRefusal(code as ErrorCode, {
    message,
    ...(fields && { fields }),
    ...(methods && { methods }),
    ...(conflict && { conflict }),
  });
}
