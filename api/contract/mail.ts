import { Type } from 'typebox';
import { call } from './call.ts';
import { MailServerFound } from './monitor-findings.ts';
import { Closed, Done, Saved, Text } from './shapes.ts';

const Security = Type.Union([Type.Literal('NONE'), Type.Literal('STARTTLS'), Type.Literal('TLS')]);

/** The outgoing mail settings, without the password. */
export const MailSetup = Type.Object({
  /** `environment`: CAIRN_MAIL_URL, which overrides the stored settings. `stored`: configured on the page. */
  source: Type.Union([Type.Literal('environment'), Type.Literal('stored'), Type.Literal('none')]),
  host: Type.String(),
  port: Type.Integer(),
  /** `WHERE_OFFERED`: STARTTLS if the server offers it, for an `smtp://` URL of the environment. */
  security: Type.Union([Security, Type.Literal('WHERE_OFFERED')]),
  authRequired: Type.Boolean(),
  username: Type.String(),
  passwordSet: Type.Boolean(),
  senderName: Type.String(),
  senderAddress: Type.String(),
});

export const mailCalls = {
  readMail: call({
    method: 'GET',
    path: '/division/mail',
    summary: 'The outgoing mail server, without its password',
    reply: MailSetup,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  /** An omitted password keeps the stored one, as long as host and port do not change. */
  saveMail: call({
    method: 'PUT',
    path: '/division/mail',
    summary: 'Sets up the outgoing mail server',
    body: Closed({
      host: Text(253),
      port: Type.Integer(),
      security: Security,
      authRequired: Type.Boolean(),
      username: Type.Optional(Text(255)),
      password: Type.Optional(Text(1024)),
      senderName: Type.Optional(Text(100)),
      senderAddress: Text(254),
    }),
    reply: Saved('mail', MailSetup),
    errors: ['mail_set_by_environment'],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  removeMail: call({
    method: 'DELETE',
    path: '/division/mail',
    summary: 'Removes the outgoing mail server',
    reply: Done,
    errors: ['mail_set_by_environment'],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  testMail: call({
    method: 'POST',
    path: '/division/mail-test',
    summary: 'Hands a test message to the mail server and tells how that went',
    body: Closed({ to: Text(254) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), outcome: MailServerFound }),
    errors: ['mail_not_configured'],
    permission: 'sysadmin',
    ownTransactions: true,
    rate: { max: 10, seconds: 60 },
    sessionOnly: true,
  }),
};
