/** One record of utmp or wtmp: who came or went. `at` in seconds since 1970. */
interface Session {
  kind: number;
  user: string;
  at: number;
}

/** glibc's `struct utmp`, the same on 32 and 64 bits. */
const RECORD = 384;
const USER_AT = 44;
const USER_LENGTH = 32;
const TIME_AT = 340;
const USER_PROCESS = 7;

function sessionsFrom(bytes: Buffer): Session[] {
  const sessions: Session[] = [];
  for (let start = 0; start + RECORD <= bytes.length; start += RECORD) {
    const name = bytes.subarray(start + USER_AT, start + USER_AT + USER_LENGTH);
    const end = name.indexOf(0);
    sessions.push({
      kind: bytes.readInt16LE(start),
      user: name.subarray(0, end < 0 ? USER_LENGTH : end).toString('utf8'),
      at: bytes.readInt32LE(start + TIME_AT),
    });
  }
  return sessions.filter((session) => session.kind === USER_PROCESS && session.user !== '');
}

/** Who is logged in by `utmp`, each name once. */
export function loggedInFrom(utmp: Buffer): string[] {
  return [...new Set(sessionsFrom(utmp).map((session) => session.user))];
}

/** Who logged in last by `wtmp`; empty when nobody did. */
export function lastLoggedInFrom(wtmp: Buffer): string {
  let last: Session | undefined;
  for (const session of sessionsFrom(wtmp)) if (!last || session.at >= last.at) last = session;
  return last?.user ?? '';
}
