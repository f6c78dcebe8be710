import { Refused } from '../refused.ts';
import type { Actor, UserActor } from './actor.ts';

/** The actor as a user. @throws Refused `not_signed_in` */
export function signedIn(actor: Actor): UserActor {
  if (actor.kind === 'anonymous') throw new Refused('not_signed_in');
  return actor;
}
