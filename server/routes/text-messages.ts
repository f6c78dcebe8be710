import type { textMessageCalls } from '#api/contract/text-messages.ts';
import type { Handlers } from '../http/handler.ts';
import { readSmsGateway, removeSmsGateway, saveSmsGateway } from '../text-messages/gateway-setup.ts';
import { testSmsGateway } from '../text-messages/test-gateway.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const textMessageHandlers: Handlers<keyof typeof textMessageCalls> = {
  readSmsGateway,
  saveSmsGateway: async (context, { body }) => ({ ...done, gateway: await saveSmsGateway(context, body) }),
  removeSmsGateway: async (context) => {
    await removeSmsGateway(context);
    return done;
  },
  testSmsGateway: async (context, { body }) => ({ ...done, outcome: await testSmsGateway(context, body.to) }),
};
