import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, FileReply } from '#api/contract/call.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import { appendAudit } from '../audit/chain.ts';
import type { Queries } from '../database/database.ts';
import { databaseFailure } from '../database/failures.ts';
import type { Services } from '../services.ts';
import { Refused, type AuditEntry, type CallContext } from './handler.ts';
import { forget, once, readKey } from './idempotency.ts';

/** A handler without the types of its call: the catalogue and `Handlers` keep the two together. */
export type AnyHandler = (
  context: CallContext,
  input: { params: unknown; query: unknown; body: unknown },
) => Promise<unknown>;

interface Served {
  name: CallName;
  call: Call;
  handler: AnyHandler;
  services: Services;
  /** Cookies go only over TLS. */
  secure: boolean;
}

/** Tries again when two transactions met (a deadlock, a failed serialization). */
const MOST_ATTEMPTS = 4;

interface Pending {
  audits: AuditEntry[];
  after: (() => void | Promise<void>)[];
  cookies: ((reply: FastifyReply) => void)[];
}

export function changesSomething(call: Call): boolean {
  return call.method !== 'GET';
}

export async function serveCall(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<unknown> {
  const { call, handler, services } = served;
  const input = { params: request.params, query: request.query, body: request.body };
  if (!changesSomething(call) || call.changesNothing) {
    const pending: Pending = { audits: [], after: [], cookies: [] };
    const answer = await handler(contextOf(served, request, actor, services.database, pending), input);
    for (const set of pending.cookies) set(reply);
    return call.file ? sendFile(reply, answer as FileReply) : answer;
  }
  const key = call.idempotent ? readKey(request.headers['idempotency-key']) : undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(served, request, reply, actor, key, input);
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS || databaseFailure(error) !== 'try_again') throw error;
      await sleep(10 * attempt);
    }
  }
}

/** Bytes leave as they are made: a file is never whole in memory. */
function sendFile(reply: FastifyReply, { name, mediaType, text }: FileReply): Readable {
  reply.header('content-type', `${mediaType}; charset=utf-8`);
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(text, { objectMode: false });
}

async function inTransaction(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  key: string | undefined,
  input: { params: unknown; query: unknown; body: unknown },
): Promise<unknown> {
  const { name, handler, services } = served;
  const pending: Pending = { audits: [], after: [], cookies: [] };
  const userId = actor.kind === 'user' ? actor.userId : undefined;
  const outcome = await services.database.transaction(async (tx) => {
    const context = contextOf(served, request, actor, tx, pending);
    const work = () => handler(context, input);
    try {
      const content = [request.method, request.url, request.body ?? null];
      const answer =
        key === undefined ? await work() : await once(tx, services.secrets, { userId, key, call: name, content }, work);
      await writeAudits(tx, context, actor, pending);
      return { answer };
    } catch (error) {
      if (!(error instanceof Refused && error.extra.keep)) throw error;
      if (key !== undefined) await forget(tx, userId, key);
      await writeAudits(tx, context, actor, pending);
      return { refused: error };
    }
  });
  for (const set of pending.cookies) set(reply);
  for (const work of pending.after) {
    // What follows a commit is not part of the call: a failure must not tell the caller that nothing was saved.
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => request.log.error({ err: error, call: name }, 'work after a commit failed'));
  }
  if ('refused' in outcome) throw outcome.refused;
  return outcome.answer;
}

/** Last in the transaction, because it holds the head of the chain until the commit. */
async function writeAudits(tx: Queries, context: CallContext, actor: Actor, pending: Pending): Promise<void> {
  const origin = {
    userId: actor.kind === 'user' ? actor.userId : null,
    name: actor.kind === 'user' ? actor.name : '',
    ip: context.ip,
    at: context.now,
  };
  await appendAudit(tx, origin, pending.audits);
}

function contextOf(served: Served, request: FastifyRequest, actor: Actor, db: Queries, pending: Pending): CallContext {
  const { services, secure } = served;
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    db,
    actor,
    services,
    log: request.log,
    now: new Date(),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    audit: async (entry) => void pending.audits.push(entry),
    announce: async (topic, ids) => {
      await services.live.announce(db, topic, ids);
      // The message comes back a moment after the commit; the next request to this process may be faster.
      if (topic === 'user' || topic === 'session') pending.after.push(() => services.sessions.forget(ids.map(Number)));
    },
    afterCommit: (work) => pending.after.push(work),
    cookies: {
      get: (cookie) => request.cookies[cookie],
      set: (cookie, value, { maxAgeSeconds }) =>
        pending.cookies.push(
          (reply) =>
            void reply.setCookie(cookie, value, {
              ...options,
              ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
            }),
        ),
      clear: (cookie) => pending.cookies.push((reply) => void reply.clearCookie(cookie, options)),
    },
  };
}
