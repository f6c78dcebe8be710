import type { mfaCalls } from '#api/contract/mfa.ts';
import { signedIn } from '../access/signed-in.ts';
import { beginKeyProof } from '../accounts/key-proof.ts';
import { addSecurityKey, beginSecurityKey, listSecurityKeys, removeSecurityKey } from '../accounts/security-keys.ts';
import type { Handlers } from '../http/handler.ts';

export const mfaHandlers: Handlers<keyof typeof mfaCalls> = {
  beginSecurityKeyProof: (context) => beginKeyProof(context),
  listSecurityKeys: ({ db, actor }) => listSecurityKeys(db, signedIn(actor).userId),
  beginSecurityKey: (context) => beginSecurityKey(context),
  addSecurityKey: async (context, { body }) => ({
    resultCode: 'SUCCESS',
    recoveryCodes: await addSecurityKey(context, body),
  }),
  removeSecurityKey: async (context, { params }) => {
    await removeSecurityKey(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
};
