import MailComposer from 'nodemailer/lib/mail-composer';

export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Sender {
  name: string;
  address: string;
}

/** Formats the message (RFC 5322). The same id at every attempt lets a receiver drop duplicates. */
export function compose(message: Message, from: Sender, messageId?: string): Promise<Buffer> {
  const composer = new MailComposer({
    ...message,
    from,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(messageId && { messageId }),
  });
  return composer.compile().build();
}
