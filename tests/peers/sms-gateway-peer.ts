// An SMS gateway on loopback that speaks the Messages API as Twilio documents it: it checks the login, the form and its fields, and
// answers with a message or with a problem.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Texted {
  to: string;
  /** The number, or the messaging service. */
  from: string;
  body: string;
}

export interface SmsGatewayPeer {
  url: string;
  accountSid: string;
  authToken: string;
  /** The messages that were taken, in order. */
  messages: Texted[];
  /** Numbers that are refused with the code 21211. */
  unknown: Set<string>;
  /** In place of what the API says, once it is set. */
  answer: { status: number; body: string; headers?: Record<string, string> } | undefined;
  /** The digits of the last message to a number. */
  codeTo(phone: string): string;
  close(): Promise<void>;
}

const problem = (status: number, code: number, message: string) => ({
  status,
  body: JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }),
});

export async function startSmsGateway(): Promise<SmsGatewayPeer> {
  const accountSid = `AC${randomBytes(16).toString('hex')}`;
  const authToken = randomBytes(16).toString('hex');
  const messages: Texted[] = [];
  const unknown = new Set<string>();
  const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const login = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  function take(request: IncomingMessage, text: string) {
    if (request.url !== path) return problem(404, 20404, `The requested resource ${request.url} was not found`);
    if (request.headers.authorization !== login) return problem(401, 20003, 'Authenticate');
    if (request.method !== 'POST') return problem(405, 20004, 'Method not allowed');
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
      return problem(400, 21604, "A 'To' phone number is required.");
    const form = new URLSearchParams(text);
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? ''];
    const from = form.get('MessagingServiceSid') ?? form.get('From') ?? '';
    if (to === '') return problem(400, 21604, "A 'To' phone number is required.");
    if (from === '') return problem(400, 21603, "A 'From' phone number is required.");
    if (body === '') return problem(400, 21602, 'Message body is required.');
    if (!/^\+[1-9]\d{6,14}$/.test(to) || unknown.has(to))
      return problem(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    messages.push({ to, from, body });
    const service = form.get('MessagingServiceSid');
    const sid = `SM${randomBytes(16).toString('hex')}`;
    const message = {
      account_sid: accountSid,
      api_version: '2010-04-01',
      body,
      date_created: new Date().toUTCString(),
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: service === null ? from : null,
      messaging_service_sid: service,
      num_media: '0',
      num_segments: '1',
      sid,
      status: service === null ? 'queued' : 'accepted',
      to,
      uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
    };
    return { status: 201, body: JSON.stringify(message) };
  }

  const peer = {
    answer: undefined as SmsGatewayPeer['answer'],
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { status, body, headers = {} } = peer.answer ?? { ...take(request, text), headers: {} };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(peer, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid,
    authToken,
    messages,
    unknown,
    codeTo(phone: string) {
      const last = messages.findLast(({ to }) => to === phone);
      const [code] = /\d{6}/.exec(last?.body ?? '') ?? [];
      if (code === undefined) throw new Error(`No code was sent to ${phone}`);
      return code;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

/** The settings that make Cairn use the peer. */
export const gatewayBody = ({ url, accountSid, authToken }: SmsGatewayPeer, more: object = {}) => ({
  baseUrl: url,
  accountSid,
  authToken,
  sender: 'NUMBER',
  fromNumber: '+15005550006',
  hourlyLimit: 1000,
  ...more,
});
