import type { mfaCalls } from '#api/contract/mfa.ts';
import { signedIn } from '../access/signed-in.ts';
import { beginKeyProof } from '../accounts/key-proof.ts';
import { addSecurityKey, beginSecurityKey, listSecurityKeys, removeSecurityKey } from '../accounts/security-keys.ts';
import { beginTextPhone, confirmTextPhone, removeTextPhone, sendProofCode } from '../accounts/text-phone.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const mfaHandlers: Handlers<keyof typeof mfaCalls> = {
  sendTextCode: async (context) => ({ ...done, ...(await sendProofCode(context)) }),
  beginTextPhone: async (context, { body }) => ({ ...done, ...(await beginTextPhone(context, body.phone)) }),
  confirmTextPhone: async (context, { body }) => ({
    ...done,
    recoveryCodes: await confirmTextPhone(context, body.code),
  }),
  removeTextPhone: async (context) => {
    await removeTextPhone(context);
    return done;
  },
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
