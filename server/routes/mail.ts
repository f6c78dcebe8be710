import type { mailCalls } from '#api/contract/mail.ts';
import type { Handlers } from '../http/handler.ts';
import { readMail, removeMail, saveMail } from '../mail/mail-setup.ts';
import { testMail } from '../mail/test-mail.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const mailHandlers: Handlers<keyof typeof mailCalls> = {
  readMail,
  saveMail: async (context, { body }) => ({ ...done, mail: await saveMail(context, body) }),
  removeMail: async (context) => {
    await removeMail(context);
    return done;
  },
  testMail: async (context, { body }) => ({ ...done, outcome: await testMail(context, body.to) }),
};
