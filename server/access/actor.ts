import type { Call } from '#api/contract/call.ts';
import type { PermissionName } from '#api/contract/permissions.ts';

/** Who makes a call. */
export type Actor = Anonymous | UserActor;

export interface Anonymous {
  kind: 'anonymous';
  /** Came with an API key that was right once. */
  keyExpired?: true;
}

/** What an API key may do of what its owner may do. */
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
  /** When this session last showed the password. */
  passwordProvenAt?: Date | null;
  /** Present for an API key. */
  apiKey?: { id: number; scope: KeyScope };
  /** Present when a second factor is set up; `provenAt`: when this session last showed it. */
  secondFactor?: { provenAt: Date | null };
  grants: readonly { permission: PermissionName; entityId: number | null }[];
}

/** How long a proof opens the calls marked `stepUp`. */
export const STEP_UP_MINUTES = 5;

/** What a user must prove before a call with `stepUp`; undefined when nothing is owed. */
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
