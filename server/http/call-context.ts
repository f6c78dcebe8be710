import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Queries } from '../database/database.ts';
import { CallerGone } from '../refused.ts';
import type { CallContext } from '../context.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { readIfMatch } from './if-match.ts';
import type { Served } from './served.ts';

/** Work that a handler deferred until its commit, or until after it. */
export interface Pending {
  audits: AuditEntry[];
  after: (() => void | Promise<void>)[];
  cookies: ((reply: FastifyReply) => void)[];
}

export function newPending(): Pending {
  return { audits: [], after: [], cookies: [] };
}

export function contextOf(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
  db: Queries,
  pending: Pending,
): CallContext {
  const { call, services, secure } = served;
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    db,
    actor,
    services,
    log: request.log,
    now: new Date(),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    expectedRevision: call.revised && readIfMatch(request.headers['if-match']),
    get clientGone() {
      return goneSignal(reply);
    },
    audit: async (entry) => void pending.audits.push(entry),
    announce: async (topic, ids) => {
      await services.live.announce(db, topic, ids);
      // Invalidate this process's cache directly: the next request may arrive before the notification.
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

/** Created lazily, once per reply. */
const signals = new WeakMap<FastifyReply, AbortSignal>();

function goneSignal(reply: FastifyReply): AbortSignal {
  const known = signals.get(reply);
  if (known) return known;
  const controller = new AbortController();
  const close = () => {
    if (!reply.raw.writableFinished) controller.abort(new CallerGone());
  };
  if (reply.raw.destroyed) close();
  else reply.raw.once('close', close);
  signals.set(reply, controller.signal);
  return controller.signal;
}
