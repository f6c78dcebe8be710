import { Type } from 'typebox';
import { Text } from '../shapes.ts';

/** A message that is sent, fetched, or both (F08-14). */
export const email = {
  type: Type.Literal('EMAIL'),
  fields: {
    /** SEND, RECEIVE or ROUND_TRIP (F08-14). */
    emailOption: Type.Optional(Text(20)),
    senderEmail: Type.Optional(Text(320)),
    receiverEmail: Type.Optional(Text(320)),
    smtpHostname: Type.Optional(Text(300)),
    smtpPort: Type.Optional(Type.Integer()),
    smtpUseSSL: Type.Optional(Type.Boolean()),
    smtpUseTLS: Type.Optional(Type.Boolean()),
    smtpAuthRequired: Type.Optional(Type.Boolean()),
    senderUsername: Type.Optional(Text(320)),
    /** POP or IMAP. */
    fetchOption: Type.Optional(Text(10)),
    popHostname: Type.Optional(Text(300)),
    popPort: Type.Optional(Type.Integer()),
    popReceiverUsername: Type.Optional(Text(320)),
    popUseSSL: Type.Optional(Type.Boolean()),
    popUseTLS: Type.Optional(Type.Boolean()),
    imapHostname: Type.Optional(Text(300)),
    imapPort: Type.Optional(Type.Integer()),
    imapReceiverUsername: Type.Optional(Text(320)),
    imapFetchFolder: Type.Optional(Text(1000)),
    imapUseSSL: Type.Optional(Type.Boolean()),
    imapUseTLS: Type.Optional(Type.Boolean()),
  },
  secrets: {
    senderPassword: Type.Optional(Text()),
    popReceiverPassword: Type.Optional(Text()),
    imapReceiverPassword: Type.Optional(Text()),
  },
  conditions: [Type.Literal('EmailSSL'), Type.Literal('EmailFailed')],
  parameters: {
    days: Type.Optional(Type.Integer()),
  },
} as const;
