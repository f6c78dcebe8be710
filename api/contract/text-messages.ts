import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Nullable, OneOf, Saved, Text } from './shapes.ts';

/** Who messages are from: a phone number (or a name or short code), or a messaging service of the gateway that chooses one. */
export const textSenders = ['NUMBER', 'SERVICE'] as const;

/** The SMS gateway, without its token. */
export const SmsGateway = Type.Object({
  /** Whether an administrator set one up; without one the other fields are those to begin with. */
  configured: Type.Boolean(),
  baseUrl: Type.String(),
  accountSid: Type.String(),
  authTokenSet: Type.Boolean(),
  sender: OneOf(textSenders),
  fromNumber: Type.String(),
  messagingServiceSid: Type.String(),
  /** Messages that everybody together may cause in an hour. */
  hourlyLimit: Type.Integer(),
});

/** What the gateway said to one message. */
export const TextOutcome = Type.Object({
  ok: Type.Boolean(),
  /** What happened, in words. */
  message: Type.String(),
  /** The id and the state of the message at the gateway; null where it took none. */
  sid: Nullable(Type.String()),
  status: Nullable(Type.String()),
  address: Nullable(Type.String()),
  milliseconds: Type.Number(),
});

export const textMessageCalls = {
  readSmsGateway: call({
    method: 'GET',
    path: '/division/sms-gateway',
    summary: 'The SMS gateway, without its token',
    reply: SmsGateway,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  /** An omitted token keeps the stored one, as long as address and account do not change. */
  saveSmsGateway: call({
    method: 'PUT',
    path: '/division/sms-gateway',
    summary: 'Sets up the SMS gateway',
    body: Closed({
      baseUrl: Text(500),
      accountSid: Text(64),
      authToken: Type.Optional(Text(200)),
      sender: OneOf(textSenders),
      fromNumber: Type.Optional(Text(30)),
      messagingServiceSid: Type.Optional(Text(64)),
      hourlyLimit: Type.Integer(),
    }),
    reply: Saved('gateway', SmsGateway),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  removeSmsGateway: call({
    method: 'DELETE',
    path: '/division/sms-gateway',
    summary: 'Removes the SMS gateway',
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  testSmsGateway: call({
    method: 'POST',
    path: '/division/sms-gateway-test',
    summary: 'Sends a test message and tells how that went',
    body: Closed({ to: Text(30) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), outcome: TextOutcome }),
    errors: ['sms_gateway_missing', 'text_messages_exhausted'],
    permission: 'sysadmin',
    ownTransactions: true,
    rate: { max: 10, seconds: 60 },
    sessionOnly: true,
  }),
};
