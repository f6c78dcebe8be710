import type { CallReply } from '#api/client.ts';

export type User = CallReply<'listUsers'>[number];

export function nameOf({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

export function hasSecondFactor({ totpEnabled, securityKeys }: Pick<User, 'totpEnabled' | 'securityKeys'>): boolean {
  return totpEnabled || securityKeys > 0;
}
