import type { FastifyRequest } from 'fastify';
import { isForReaders, isSessionOnly, type Call } from '#api/contract/call.ts';
import { idleHeader } from '#api/contract/idle-header.ts';
import { requireProof, type Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { SESSION_COOKIE } from '../accounts/sessions.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { Refused } from '../refused.ts';
import { isOwnHost } from '../own-host.ts';

/**
 * Refuses cross-site requests: browsers send the page's origin with every request that changes something.
 * @throws Refused `origin_refused`
 */
export function requireOwnOrigin(
  request: FastifyRequest,
  settings: Pick<Settings, 'publicUrl' | 'allowedHosts'>,
): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new Refused('origin_refused');
  const { origin, host } = request.headers;
  if (origin === undefined || origin === new URL(settings.publicUrl).origin) return;
  const same = origin === `http://${host}` || origin === `https://${host}`;
  if (same && isOwnHost(host, settings)) return;
  const message = same
    ? `Cairn is not known as ${host}. Open it at ${settings.publicUrl}, or set CAIRN_PUBLIC_URL or CAIRN_ALLOWED_HOSTS.`
    : undefined;
  throw new Refused('origin_refused', message === undefined ? {} : { message });
}

/** `idle`: see `Sessions.resolve`; by default the page's idle header. */
export async function actorOf(
  request: FastifyRequest,
  services: Services,
  idle: number = readIdle(request),
): Promise<Actor> {
  return services.sessions.resolve(
    { cookie: request.cookies[SESSION_COOKIE], authorization: request.headers.authorization },
    { idle },
  );
}

/** An unattended page still refetches data after live messages; that must not keep its session alive. */
function readIdle(request: FastifyRequest): number {
  const said = request.headers[idleHeader];
  return typeof said === 'string' && /^\d{1,9}$/.test(said) ? Number(said) * 1000 : 0;
}

/** @throws Refused `not_signed_in`, `forbidden`, `api_key_…`, `PASSWORD_REQUIRED`, `MFA_REQUIRED` */
export function requirePermission(
  call: Pick<Call, 'permission' | 'method' | 'reads' | 'stepUp' | 'secondFactor' | 'sessionOnly'>,
  actor: Actor,
  now: Date,
): void {
  if (actor.kind === 'user' && actor.apiKey) {
    if (isSessionOnly(call)) throw new Refused('api_key_refused');
    if (actor.apiKey.scope === 'read' && !isForReaders(call)) throw new Refused('api_key_read_only');
  }
  if (call.permission === 'public') return;
  if (actor.kind === 'anonymous') throw new Refused(actor.keyExpired ? 'api_key_expired' : 'not_signed_in');
  if (call.permission === 'sysadmin') {
    if (!actor.sysadmin) throw new Refused('forbidden');
  } else if (call.permission !== 'session' && !holds(actor, call.permission)) {
    throw new Refused('forbidden');
  }
  requireProof(actor, call, now);
}
