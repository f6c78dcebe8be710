import type { CallReply } from '#api/client.ts';

export type User = CallReply<'listUsers'>[number];

export function nameOf({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email;
}

type Factors = Pick<User, 'totpEnabled' | 'textMessages' | 'securityKeys'>;

export function hasSecondFactor({ totpEnabled, textMessages, securityKeys }: Factors): boolean {
  return totpEnabled || textMessages || securityKeys > 0;
}
