import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Queries } from '../database/database.ts';
import type { smsGateway } from '../database/schema/text-messages.ts';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { targetPolicy } from '../division/target-policy.ts';
import { outboundFailure } from '../outbound/outbound-failed.ts';
import { safeRequest, type SafeResponse } from '../outbound/safe-request.ts';
import type { Secrets } from '../secrets.ts';

export type GatewayRow = typeof smsGateway.$inferSelect;

export interface TextMessage {
  /** E.164. */
  to: string;
  body: string;
}

/** How the gateway took one message. */
export interface TextSent {
  ok: boolean;
  /** In words, with what the gateway said, for administrators: it may name the number. */
  message: string;
  /** The gateway did not answer, so another attempt may succeed. */
  away: boolean;
  sid: string | null;
  status: string | null;
  address: string | null;
  milliseconds: number;
}

const limits = { totalMilliseconds: 10_000, responseBytes: 16_384, redirects: 0 };
const LONGEST_WORDS = 300;

/** A message of Twilio’s Messages API, as far as it is read here. */
const Message = Compile(
  Type.Object({
    sid: Type.String({ minLength: 1, maxLength: 64 }),
    status: Type.String({ maxLength: 30 }),
    error_code: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    error_message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);
/** Its refusal. */
const Problem = Compile(Type.Object({ code: Type.Optional(Type.Integer()), message: Type.String() }));

/**
 * Hands one message to a gateway that speaks the Messages API of Twilio: a POST of a form, with the account and its token as the
 * login. Follows no redirect, which would send the token elsewhere. Never rejects for what the gateway does.
 */
export async function sendText(
  db: Queries,
  secrets: Pick<Secrets, 'open'>,
  gateway: GatewayRow,
  { to, body }: TextMessage,
): Promise<TextSent> {
  requireNoTransaction('A request to the SMS gateway');
  const startedAt = performance.now();
  const { baseUrl, accountSid, fromNumber, messagingServiceSid } = gateway;
  const from = messagingServiceSid === '' ? { From: fromNumber } : { MessagingServiceSid: messagingServiceSid };
  const login = Buffer.from(`${accountSid}:${secrets.open(gateway.authToken)}`, 'utf8').toString('base64');
  try {
    const reply = await safeRequest({
      url: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      method: 'POST',
      headers: [
        { name: 'content-type', value: 'application/x-www-form-urlencoded' },
        { name: 'accept', value: 'application/json' },
        { name: 'authorization', value: `Basic ${login}` },
        { name: 'user-agent', value: 'Cairn' },
      ],
      body: new URLSearchParams({ To: to, ...from, Body: body }).toString(),
      policy: await targetPolicy(db, 'delivery'),
      limits,
    });
    return { ...readReply(reply), address: reply.address, milliseconds: Math.round(reply.milliseconds) };
  } catch (error) {
    const { message, address = null } = outboundFailure(error);
    const milliseconds = Math.round(performance.now() - startedAt);
    return { ...failed(`The gateway could not be reached. ${message}`, true), address, milliseconds };
  }
}

type Read = Omit<TextSent, 'address' | 'milliseconds'>;

function readReply({ status, body, bodyTruncated }: SafeResponse): Read {
  const said = bodyTruncated ? undefined : readJson(body.toString('utf8'));
  if (status >= 200 && status <= 299) {
    if (!Message.Check(said)) return failed('The gateway took the request but did not answer with a message.', false);
    const { sid, status: state, error_code: code, error_message: words } = said;
    if (state === 'failed' || state === 'undelivered' || code != null)
      return failed(`The gateway could not send the message: ${quoted(words ?? state, code)}.`, false);
    return { ok: true, away: false, message: `The gateway took the message: it is ${state}.`, sid, status: state };
  }
  if (status >= 300 && status <= 399)
    return failed(`The gateway answered ${status}, a redirect, which Cairn does not follow.`, false);
  const away = status === 429 || status >= 500;
  if (Problem.Check(said)) return failed(`The gateway refused the message: ${quoted(said.message, said.code)}.`, away);
  return failed(`The gateway answered ${status}.`, away);
}

function failed(message: string, away: boolean): Read {
  return { ok: false, away, message, sid: null, status: null };
}

/** `“The 'To' number is not valid.” (code 21211)` */
function quoted(words: string, code: number | null | undefined): string {
  const cut = words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words;
  return `“${cut}”${code == null ? '' : ` (code ${code})`}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
