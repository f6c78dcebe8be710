import type { PermissionName } from '#api/contract/permissions.ts';

/** Who makes a call. */
export type Actor = { kind: 'anonymous' } | UserActor;

export interface UserActor {
  kind: 'user';
  userId: number;
  email: string;
  name: string;
  /** Passes every check. */
  sysadmin: boolean;
  /** Present for a browser session, absent for an API key. */
  sessionId?: number;
  /** Present for an API key. */
  apiKeyId?: number;
  /** Present when a second factor is set up; `provenAt`: when this session last showed it. */
  secondFactor?: { provenAt: Date | null };
  grants: readonly { permission: PermissionName; entityId: number | null }[];
}

/** How long a shown second factor opens the calls marked `stepUp`. */
const STEP_UP_MINUTES = 5;

/** Whether a call marked `stepUp` must ask for a code first. An API key cannot show one, so it is refused too. */
export function owesSecondFactor(actor: Actor, now: Date): boolean {
  if (actor.kind === 'anonymous' || !actor.secondFactor) return false;
  const { provenAt } = actor.secondFactor;
  return provenAt === null || now.getTime() - provenAt.getTime() > STEP_UP_MINUTES * 60_000;
}
