// The core of tus 1.0 as the page speaks it.
import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { largestPiece } from '#api/contract/uploads.ts';

/** Bytes of one request of the page (`api/send-file.ts`). */
export const PIECE = largestPiece;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export interface Target {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** The bytes of a file at an offset. */
export type BytesAt = (offset: number, length: number) => Buffer;

async function answerOf(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  // A connection that ends after its answer is no news.
  sent.on('error', () => undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

/** Announces a file at a bare tus server. */
export async function announce(url: string, size: number): Promise<Target> {
  const sent = request(url, { method: 'POST', agent, headers: { 'tus-resumable': '1.0.0', 'upload-length': size } });
  sent.end();
  const { headers, statusCode } = await answerOf(sent);
  if (statusCode !== 201) throw new Error(`the bare server answered ${statusCode}`);
  return { url: new URL(headers.location ?? '', url).href, headers: {} };
}

/** Sends some bytes of a piece that says it is longer, and breaks the connection. */
async function sendCut(target: Target, at: number, length: number, bytes: Buffer): Promise<void> {
  const sent = startPiece(target, at, length, false);
  sent.on('error', () => undefined);
  await new Promise<void>((resolve) => sent.write(bytes, () => resolve()));
  sent.destroy();
}

/** Uploads a file with so many connections that break at an offset of chance. */
export async function sendWithCuts(target: Target, size: number, bytesAt: BytesAt, cuts: number): Promise<void> {
  for (let cut = 0; cut < cuts; cut += 1) {
    const at = await offsetOf(target);
    const length = Math.min(PIECE, size - at);
    // Some of what is left for each cut, so that the last one still breaks something.
    const most = Math.min(length - 1, Math.ceil((2 * (size - at)) / (cuts - cut + 1)));
    if (most < 1) break;
    await sendCut(target, at, length, bytesAt(at, 1 + Math.floor(Math.random() * most)));
  }
  await sendRest(target, size, bytesAt);
}

/** What the server has, by a connection of its own: one that was idle may be closed at the same moment. */
async function offsetOf({ url, headers }: Target): Promise<number> {
  const sent = request(url, { method: 'HEAD', agent: false, headers: { ...headers, 'tus-resumable': '1.0.0' } });
  sent.end();
  const { statusCode, headers: answered } = await answerOf(sent);
  const offset = Number(answered['upload-offset']);
  if (!Number.isInteger(offset)) throw new Error(`the offset of ${url} answered ${statusCode}`);
  return offset;
}

/** Turns that the server may put off in one file: it takes a few pieces at a time, and one that broke is let go a moment later. */
const MOST_PUT_OFF = 50;

/** Sends the rest of a file piece by piece. Where the server stands elsewhere, it asks again, and it comes again when told to, as the page does. */
export async function sendRest(target: Target, size: number, bytesAt: BytesAt): Promise<void> {
  let putOff = 0;
  for (let at = await offsetOf(target); at < size;) {
    const bytes = bytesAt(at, Math.min(PIECE, size - at));
    const sent = startPiece(target, at, bytes.length);
    sent.end(bytes);
    const { statusCode, headers } = await answerOf(sent);
    if (statusCode === 204) at += bytes.length;
    else if (statusCode === 409) at = await offsetOf(target);
    else if (statusCode === 429 && putOff < MOST_PUT_OFF) {
      putOff += 1;
      await sleep(Number(headers['retry-after'] ?? 1) * 1000);
      at = await offsetOf(target);
    } else throw new Error(`a piece at ${at} answered ${statusCode}`);
  }
}

function startPiece({ url, headers }: Target, at: number, length: number, own: Agent | false = agent) {
  return request(url, {
    method: 'PATCH',
    agent: own,
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
      'upload-offset': at,
    },
  });
}
