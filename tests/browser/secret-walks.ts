import type { SecretWalk } from './seat.ts';
import { activationWalks } from './activation-walks.ts';
import { forgottenWalks } from './forgotten-walks.ts';
import { profileWalks } from './profile-walks.ts';
import { signInWalks } from './sign-in-walks.ts';

/** How each state is reached of the flows that ask little but secrets, by flow: the server keeps no draft of them. */
export const secretWalks: Record<string, SecretWalk> = {
  ...signInWalks,
  ...activationWalks,
  ...forgottenWalks,
  ...profileWalks,
};
