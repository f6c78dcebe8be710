import type { Call } from '#api/contract/call.ts';
import type { PermissionName } from '#api/contract/permissions.ts';

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
  secondFactor?: { provenAt: Date | null };
  grants: readonly { permission: PermissionName; entityId: number | null }[];
}

/** How long a proof unlocks the calls marked `stepUp`. */
export const STEP_UP_MINUTES = 5;

/** The proof that a user must give before a call with `stepUp`; undefined when none is missing. */
export function owedProof(
  actor: UserActor,
  stepUp: Call['stepUp'],
  now: Date,
): 'PASSWORD_REQUIRED' | 'MFA_REQUIRED' | undefined {
  if (stepUp === undefined) return undefined;
  if (stepUp !== 'code' && !isFresh(actor.passwordProvenAt, now)) return 'PASSWORD_REQUIRED';
  return actor.secondFactor && !isFresh(actor.secondFactor.provenAt, now) ? 'MFA_REQUIRED' : undefined;
}

function isFresh(provenAt: Date | null | undefined, now: Date): boolean {
  return provenAt != null && now.getTime() - provenAt.getTime() <= STEP_UP_MINUTES * 60_000;
}
