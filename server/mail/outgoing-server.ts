import { eq } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Queries } from '../database/database.ts';
import { outgoingMail } from '../database/schema/mail.ts';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { targetPolicy } from '../division/target-policy.ts';
import { part, type Found, type Progress } from '../monitors/checks/mail/exchange.ts';
import { mailFailure, send } from '../monitors/checks/mail/send.ts';
import { round } from '../monitors/checks/outcome.ts';
import { OutboundFailed } from '../outbound/outbound-failed.ts';
import type { Secrets } from '../secrets.ts';
import { compose, type Message } from './message.ts';

/** From the environment: an SMTP URL (`smtp://user:password@host:587`, `smtps://…`) and the sender. */
export interface MailSettings {
  url: string;
  from: string;
}

/** The outcome of a handover: `error` describes `found`, for callers that retry. */
export interface Handed {
  found: Found;
  answer: string;
  error?: Error;
}

interface OutgoingServer {
  handOver(message: Message, messageId?: string): Promise<Handed>;
}

const NETWORK_MS = 15_000;

/** The environment's mail server. Its author controls this computer, so any address is allowed. */
export function environmentServer({ url, from }: MailSettings): OutgoingServer & { close(): void } {
  const timeouts = { connectionTimeout: NETWORK_MS, greetingTimeout: NETWORK_MS, socketTimeout: NETWORK_MS };
  const transport = createTransport({ url, ...timeouts });
  return {
    async handOver(message, messageId) {
      requireNoTransaction('A connection to the mail server');
      const startedAt = performance.now();
      const found = (ok: boolean, words: string): Found => ({
        protocol: 'SMTP',
        ok,
        address: null,
        milliseconds: round(performance.now() - startedAt),
        message: words,
        certificate: null,
      });
      try {
        const { response } = await transport.sendMail({ ...message, from, ...(messageId && { messageId }) });
        return { found: found(true, `The message was taken: “${response}”.`), answer: response };
      } catch (cause) {
        const error = mailFailure(cause);
        return { found: found(false, error.message), answer: '', error };
      }
    },
    close: () => transport.close(),
  };
}

/** Reads the stored mail server each time, because another process may have changed it. */
export async function storedServer(
  db: Queries,
  secrets: Pick<Secrets, 'open'>,
  ca?: string,
): Promise<OutgoingServer | undefined> {
  const [row] = await db.select().from(outgoingMail).where(eq(outgoingMail.id, 1));
  if (!row) return undefined;
  const { host, port, security, username, senderName, senderAddress } = row;
  const password = row.password === '' ? '' : secrets.open(row.password);
  const server = { protocol: 'SMTP', host, port, security, user: username, password } as const;
  return {
    async handOver(message, messageId) {
      const text = await compose(message, { name: senderName, address: senderAddress }, messageId);
      const policy = await targetPolicy(db, 'delivery');
      const progress: Progress = { server: 'mail server', stage: 'no connection', awaitedIn: undefined };
      const stop = new AbortController();
      const timer = setTimeout(() => {
        const words = `The ${progress.server} did not answer within 15 seconds (${progress.stage}).`;
        stop.abort(new OutboundFailed('timed_out', words));
      }, NETWORK_MS);
      const context = { policy, timeoutMs: NETWORK_MS, ca, signal: stop.signal };
      const found: Found[] = [];
      let answer = '';
      let error: Error | undefined;
      try {
        await part(server, context, found, progress, 'The message was taken', async (opened) => {
          const login = row.authRequired ? server : undefined;
          answer = await send(opened, login, { from: senderAddress, to: message.to }, text);
        });
      } catch (cause) {
        error = mailFailure(cause);
      } finally {
        clearTimeout(timer);
      }
      const [told] = found;
      if (!told) throw error ?? new Error('Nothing is known of the mail server');
      if (error) return { found: told, answer, error: new Error(told.message, { cause: error }) };
      return { found: { ...told, message: `The message was taken: “${answer}”.` }, answer };
    },
  };
}
