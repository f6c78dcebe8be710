import type { Call } from '#api/contract/call.ts';
import type { MfaType } from '#api/contract/mfa.ts';
import type { PermissionName } from '#api/contract/permissions.ts';
import { Refused } from '../refused.ts';

/** Who makes a call. */
export type Actor = Anonymous | UserActor;

export interface Anonymous {
  kind: 'anonymous';
  /** The request carried an API key that has expired. */
  keyExpired?: true;
}

/** An API key can narrow its owner's permissions to reading. */
export type KeyScope = 'read' | 'write';

export interface UserActor {
  kind: 'user';
  userId: number;
  email: string;
  name: string;
  /** Passes every check. */
  sysadmin: boolean;
  /** Present for a browser session, absent for an API key. */
  sessionId?: number;
  /** When the user last proved the password in this session. */
  passwordProvenAt?: Date | null;
  /** Present for an API key. */
  apiKey?: { id: number; scope: KeyScope };
  /** Present when a second factor is set up; `provenAt`: when the user last proved it in this session. */
  secondFactor?: { provenAt: Date | null; methods: readonly MfaType[] };
  grants: readonly { permission: PermissionName; entityId: number | null }[];
}

/** How long a proof unlocks the calls marked `stepUp`. */
export const STEP_UP_MINUTES = 5;
/** How long a second factor unlocks the calls marked `secondFactor`. */
export const SECOND_FACTOR_MINUTES = 10;

/** The proof that a user must give before a call with `stepUp` or `secondFactor`; undefined when none is missing. */
export function owedProof(
  actor: UserActor,
  { stepUp, secondFactor }: Pick<Call, 'stepUp' | 'secondFactor'>,
  now: Date,
): 'PASSWORD_REQUIRED' | 'MFA_REQUIRED' | undefined {
  if (stepUp === true && !isFresh(actor.passwordProvenAt, STEP_UP_MINUTES, now)) return 'PASSWORD_REQUIRED';
  // An API key has no prompt; it was made with a proof.
  if (!actor.secondFactor || actor.apiKey) return undefined;
  const minutes = stepUp !== undefined ? STEP_UP_MINUTES : secondFactor ? SECOND_FACTOR_MINUTES : undefined;
  if (minutes === undefined) return undefined;
  return isFresh(actor.secondFactor.provenAt, minutes, now) ? undefined : 'MFA_REQUIRED';
}

/** @throws Refused `PASSWORD_REQUIRED`, `MFA_REQUIRED` with the user's methods */
export function requireProof(actor: UserActor, call: Pick<Call, 'stepUp' | 'secondFactor'>, now: Date): void {
  const owed = owedProof(actor, call, now);
  if (owed === 'MFA_REQUIRED') throw new Refused(owed, { methods: actor.secondFactor?.methods ?? [] });
  if (owed) throw new Refused(owed);
}

function isFresh(provenAt: Date | null | undefined, minutes: number, now: Date): boolean {
  return provenAt != null && now.getTime() - provenAt.getTime() <= minutes * 60_000;
}
