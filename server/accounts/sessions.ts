import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Database, Queries } from '../database/database.ts';
import { apiKey, appUser, mfaChallenge, session } from '../database/schema/users.ts';
import { readApiKeyCredential, readSessionCredential, type Credential } from './credentials.ts';
import { hashToken, newToken } from './tokens.ts';

export const SESSION_COOKIE = 'cairn_session';
/** Maximum lifetime of a session. */
export const SESSION_DAYS = 7;
/** Credentials are cached for at most this long, in case a message between processes is lost. */
const TRUSTED_MS = 5_000;
/** The server writes last-used times at most this often. */
const TOUCH_MS = 30_000;
const MOST_CACHED = 10_000;

/** A request's credentials. `cookie` is the value of `cairn_session`, `authorization` the header. */
interface RequestCredentials {
  cookie?: string | undefined;
  authorization?: string | undefined;
}

export interface Sessions {
  /**
   * The actor of a request; anonymous without a valid credential. A key in the header takes precedence over a cookie.
   * `idle`: milliseconds since the user's last activity; a page's automatic requests do not count as activity (C16-07);
   * Infinity when the server itself asks.
   */
  resolve(request: RequestCredentials, options?: { idle?: number }): Promise<Actor>;
  /** Invalidates the cached credentials of these users (of all, without ids). Called on every live message `user` and `session`. */
  forget(userIds?: readonly number[]): void;
  /** Creates a session; returns the cookie's value. */
  begin(db: Queries, start: SessionStart): Promise<string>;
}

interface SessionStart {
  userId: number;
  ip: string;
  userAgent: string;
  now: Date;
  secondFactorShown: boolean;
}

interface Remembered extends Credential {
  readAt: number;
  touchedAt: number;
}

/**
 * Reads sessions from the database and caches them for a few seconds. A change of a session (sign-out, password,
 * permissions) announces `session` or `user`, and every process invalidates its cache immediately.
 */
export function createSessions(database: Database, clock: () => number = Date.now): Sessions {
  const remembered = new Map<string, Remembered>();
  let generation = 0;

  async function credential(key: string, idle: number, read: () => Promise<Credential | undefined>): Promise<Actor> {
    const now = clock();
    let entry = remembered.get(key);
    if (!entry || now - entry.readAt > TRUSTED_MS || isOver(entry, now)) {
      const before = generation;
      const found = await read();
      remembered.delete(key);
      if (!found) return { kind: 'anonymous' };
      entry = { ...found, readAt: now, touchedAt: found.lastUsedAt.getTime() };
      if (isOver(entry, now)) return { kind: 'anonymous', ...(entry.actor.apiKey && { keyExpired: true }) };
      // Do not cache a read that raced with an invalidation.
      if (before === generation) remember(key, entry);
    }
    const usedAt = now - idle;
    if (usedAt <= entry.lastUsedAt.getTime()) return entry.actor;
    entry.lastUsedAt = new Date(usedAt);
    if (usedAt - entry.touchedAt > TOUCH_MS) {
      entry.touchedAt = usedAt;
      await touch(database, entry.actor, entry.lastUsedAt);
    }
    return entry.actor;
  }

  function remember(key: string, entry: Remembered): void {
    if (remembered.size >= MOST_CACHED) remembered.clear();
    remembered.set(key, entry);
  }

  return {
    async resolve({ cookie, authorization }, { idle = 0 } = {}) {
      const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (bearer !== undefined) {
        return credential(`key ${hashToken(bearer)}`, idle, () => readApiKeyCredential(database, bearer));
      }
      if (!cookie) return { kind: 'anonymous' };
      return credential(`session ${hashToken(cookie)}`, idle, () => readSessionCredential(database, cookie));
    },
    forget(userIds) {
      generation += 1;
      if (!userIds) return remembered.clear();
      for (const [key, entry] of remembered) if (userIds.includes(entry.actor.userId)) remembered.delete(key);
    },
    async begin(db, { userId, ip, userAgent, now, secondFactorShown }) {
      const token = newToken();
      await db.insert(session).values({
        userId,
        tokenHash: hashToken(token),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + SESSION_DAYS * 24 * 3600 * 1000),
        passwordAt: now,
        mfaAt: secondFactorShown ? now : null,
        ip,
        userAgent: userAgent.slice(0, 500),
      });
      await db.update(appUser).set({ lastSignInAt: now }).where(eq(appUser.id, userId));
      return token;
    },
  };
}

function isOver(entry: Credential, now: number): boolean {
  return now >= entry.endsAt.getTime() || now - entry.lastUsedAt.getTime() > entry.inactivity;
}

async function touch(database: Database, actor: Actor, usedAt: Date): Promise<void> {
  if (actor.kind === 'anonymous') return;
  if (actor.sessionId !== undefined) {
    // Another page of this session, served by another process, may have stored a later time.
    await database
      .update(session)
      .set({ lastSeenAt: usedAt })
      .where(and(eq(session.id, actor.sessionId), lt(session.lastSeenAt, usedAt)));
  } else if (actor.apiKey) {
    await database.update(apiKey).set({ lastUsedAt: usedAt }).where(eq(apiKey.id, actor.apiKey.id));
  }
}

/** Revokes a user's sessions and pending sign-ins, all or all but one. The caller announces `session`. */
export async function endSessions(db: Queries, userId: number, exceptSessionId?: number): Promise<void> {
  await db.delete(mfaChallenge).where(eq(mfaChallenge.userId, userId));
  await db
    .delete(session)
    .where(
      and(eq(session.userId, userId), exceptSessionId === undefined ? undefined : ne(session.id, exceptSessionId)),
    );
}

/** For the nightly clean-up. */
export async function dropOldSessions(db: Queries, now: Date): Promise<void> {
  await db.delete(mfaChallenge).where(lt(mfaChallenge.expiresAt, now));
  await db
    .delete(session)
    .where(
      or(
        lt(session.expiresAt, now),
        sql`${session.lastSeenAt} < ${now}::timestamptz - (select ${appUser.userInactivityTimeout} from ${appUser} where ${appUser.id} = ${session.userId}) * interval '1 minute'`,
      ),
    );
}
