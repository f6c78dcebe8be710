import type { FastifyRequest } from 'fastify';
import type { Call } from '#api/contract/call.ts';
import { idleHeader } from '#api/contract/idle-header.ts';
import { owesSecondFactor, type Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { SESSION_COOKIE } from '../accounts/sessions.ts';
import type { Services } from '../services.ts';
import { Refused } from './handler.ts';

/**
 * A page of another site cannot act here: browsers name the page's origin on every request that changes something.
 * @throws Refused `origin_refused`
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refused('origin_refused');
  const { origin, host } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (origin === `http://${host}` || origin === `https://${host}`) return;
  throw new Refused('origin_refused');
}

/** `idle`: see `Sessions.resolve`; what the page itself says unless given. */
export async function actorOf(
  request: FastifyRequest,
  services: Services,
  idle: number = saidIdle(request),
): Promise<Actor> {
  return services.sessions.resolve(
    { cookie: request.cookies[SESSION_COOKIE], authorization: request.headers.authorization },
    { idle },
  );
}

/** A page that nobody touches goes on reading what live messages made old, and must not keep its session alive by that. */
function saidIdle(request: FastifyRequest): number {
  const said = request.headers[idleHeader];
  return typeof said === 'string' && /^\d{1,9}$/.test(said) ? Number(said) * 1000 : 0;
}

/** @throws Refused `not_signed_in`, `forbidden`, `MFA_REQUIRED` */
export function requirePermission(call: Call, actor: Actor, now: Date): void {
  if (call.permission === 'public') return;
  if (actor.kind === 'anonymous') throw new Refused('not_signed_in');
  if (call.permission === 'sysadmin') {
    if (!actor.sysadmin) throw new Refused('forbidden');
  } else if (call.permission !== 'session' && !holds(actor, call.permission)) {
    throw new Refused('forbidden');
  }
  if (call.stepUp && owesSecondFactor(actor, now)) throw new Refused('MFA_REQUIRED');
}
