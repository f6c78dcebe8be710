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
  grants: readonly { permission: PermissionName; entityId: number | null }[];
}
