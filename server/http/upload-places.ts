import { Refused } from '../refused.ts';

/** Pieces that a person sends at a time, and all people: each holds a connection and up to `largestPiece` of memory. */
const MOST = { each: 4, all: 32 };
/** Seconds. The page waits longer each time (`api/send-file.ts`), in all for longer than the slowest piece takes. */
const RETRY_AFTER = 10;

/** Takes a place for a piece of this user. Answers what gives it back, once. @throws Refused `rate_limited` */
export type TakePlace = (userId: number) => () => void;

export function createPlaces({ each, all } = MOST): TakePlace {
  const takenBy = new Map<number, number>();
  let taken = 0;
  return (userId) => {
    const own = takenBy.get(userId) ?? 0;
    if (own >= each) throw refused('You are sending too many files at the same time.');
    if (taken >= all) throw refused('The server is receiving too many files at the moment.');
    takenBy.set(userId, own + 1);
    taken += 1;
    return () => {
      const left = (takenBy.get(userId) ?? 1) - 1;
      if (left === 0) takenBy.delete(userId);
      else takenBy.set(userId, left);
      taken -= 1;
    };
  };
}

function refused(reason: string): Refused {
  return new Refused('rate_limited', {
    retryAfter: RETRY_AFTER,
    message: `${reason} Wait a moment and try again.`,
  });
}
