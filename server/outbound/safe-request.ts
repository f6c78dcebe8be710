import { request as sendRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TargetPolicy } from './address-policy.ts';
import { certificateOf, certificateProblem, type Certificate } from './certificate.ts';
import { connectTo, secure } from './connect.ts';
import { parseHost } from './host.ts';
import { OutboundFailed, outboundFailure } from './outbound-failed.ts';
import { secondsText } from './quantities.ts';
import { readResponse, type BodyWatcher } from './read-response.ts';
import { nextHop, outgoingHeaders, readableUrl, type Header, type Hop } from './redirect.ts';
import { resolveTarget } from './resolve.ts';

/** Limits of a request. Body bytes are counted after decompression. */
interface RequestLimits {
  /** From the name lookup to the last byte, including redirects. */
  totalMilliseconds: number;
  responseBytes: number;
  /** Bytes to read while `watchBody` is not satisfied; `responseBytes` by default. */
  watchedBytes?: number;
  /** How many bytes of the body's start to keep; all that were read by default. */
  keptBytes?: number;
  headerBytes: number;
  /** 0: return a redirect as the response. */
  redirects: number;
}

const defaultLimits: RequestLimits = {
  totalMilliseconds: 10_000,
  responseBytes: 1_048_576,
  headerBytes: 32_768,
  redirects: 5,
};

export interface SafeRequest {
  /** http or https, without user name and password. */
  url: string;
  /** GET by default. */
  method?: string;
  headers?: readonly Header[];
  body?: string | Buffer;
  policy: TargetPolicy;
  limits?: Partial<RequestLimits>;
  /** Created for the final response; receives its body chunk by chunk. */
  watchBody?(headers: readonly Header[]): BodyWatcher | undefined;
  /** Includes the certificate in the response; a failed handshake always includes it. */
  wantCertificate?: boolean;
  /** CA certificates (PEM) that replace the system's. */
  ca?: string;
  signal?: AbortSignal;
}

export interface SafeResponse {
  status: number;
  headers: Header[];
  body: Buffer;
  /** Received bytes of the body, kept or not. */
  bodyBytes: number;
  /** The body is longer than the bytes read. */
  bodyTruncated: boolean;
  /** The address that responded. */
  address: string;
  certificate: Certificate | undefined;
  /** The redirects in order; the last one is the URL that responded. */
  redirectedTo: string[];
  /** Milliseconds from the start to the last byte. */
  milliseconds: number;
}

/**
 * The only function for outbound HTTP. Resolves each host once, checks every answer against the policy, connects only to
 * the checked address, follows redirects itself under the same checks, and bounds time and bytes.
 * Rejects with `OutboundFailed`; any HTTP status is a response. A body beyond the limit is truncated, not refused.
 */
export async function safeRequest(wanted: SafeRequest): Promise<SafeResponse> {
  const limits = { ...defaultLimits, ...wanted.limits };
  const startedAt = performance.now();
  const stop = new AbortController();
  const late = new OutboundFailed('timed_out', `No answer within ${secondsText(limits.totalMilliseconds)}.`);
  late.limit = secondsText(limits.totalMilliseconds);
  const timer = setTimeout(() => stop.abort(late), limits.totalMilliseconds);
  const cancel = () => stop.abort(new OutboundFailed('cancelled', 'The request was cancelled.'));
  if (wanted.signal?.aborted) cancel();
  wanted.signal?.addEventListener('abort', cancel, { once: true });

  try {
    const redirectedTo: string[] = [];
    let hop: Hop = firstHop(wanted);
    for (;;) {
      const left = limits.totalMilliseconds - (performance.now() - startedAt);
      const last = redirectedTo.at(-1);
      const reply = await exchange(hop, wanted, limits, left, stop.signal).catch((error: unknown) => {
        throw last === undefined ? error : afterRedirect(outboundFailure(error), last);
      });
      const next = nextHop(hop, reply.response);
      if (next === undefined || limits.redirects === 0) {
        return {
          ...(await finish(reply, wanted, limits, stop.signal).catch((error: unknown) => {
            throw last === undefined ? error : afterRedirect(outboundFailure(error), last);
          })),
          redirectedTo,
          milliseconds: performance.now() - startedAt,
        };
      }
      reply.socket.destroy();
      if (redirectedTo.length >= limits.redirects) {
        throw new OutboundFailed('too_many_redirects', `The target redirected more than ${limits.redirects} times.`);
      }
      redirectedTo.push(next.url.href);
      hop = next;
    }
  } finally {
    clearTimeout(timer);
    wanted.signal?.removeEventListener('abort', cancel);
  }
}

/** Adds to the failure that it occurred after a redirect, and the target of that redirect. */
function afterRedirect(failed: OutboundFailed, url: string): OutboundFailed {
  const told = new OutboundFailed(failed.code, `The site redirected to ${readableUrl(url)}: ${failed.message}`, failed);
  told.address = failed.address;
  told.certificate = failed.certificate;
  told.redirectedTo = url;
  return told;
}

function firstHop({ url, method = 'GET', headers = [], body }: SafeRequest): Hop {
  if (!URL.canParse(url)) throw new OutboundFailed('invalid_target', 'The URL is not valid.');
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new OutboundFailed('invalid_target', 'The URL must begin with http:// or https://.');
  if (parsed.username || parsed.password)
    throw new OutboundFailed('invalid_target', 'The URL must not hold a user name or a password.');
  return {
    url: parsed,
    method: method.toUpperCase(),
    headers,
    body: body === undefined ? undefined : Buffer.from(body),
  };
}

interface Reply {
  response: IncomingMessage;
  socket: Socket;
  address: string;
  certificate: Certificate | undefined;
}

/** Sends one request on a new connection; resolves with the headers of its response. */
async function exchange(
  hop: Hop,
  wanted: SafeRequest,
  limits: RequestLimits,
  left: number,
  signal: AbortSignal,
): Promise<Reply> {
  const host = parseHost(hop.url.hostname);
  const addresses = await resolveTarget(host, wanted.policy, left);
  const secured = hop.url.protocol === 'https:';
  const plain = await connectTo(addresses, Number(hop.url.port) || (secured ? 443 : 80), signal);
  const address = plain.remoteAddress ?? addresses[0] ?? '';
  let certificate: Certificate | undefined;
  try {
    let socket: Socket = plain;
    if (secured) {
      const handshaken = await secure(plain, { host: host.name, ca: wanted.ca }, signal);
      socket = handshaken;
      const problem = certificateProblem(handshaken, host.name, Date.now());
      if (problem !== undefined || wanted.wantCertificate) certificate = certificateOf(handshaken, Date.now());
      if (problem !== undefined) throw new OutboundFailed('tls_failed', problem);
    }
    return { response: await send(hop, socket, limits.headerBytes, signal), socket, address, certificate };
  } catch (error) {
    plain.destroy();
    const failed = outboundFailure(error);
    failed.address = address;
    failed.certificate = certificate;
    throw failed;
  }
}

function send(hop: Hop, socket: Socket, headerBytes: number, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = sendRequest({
      createConnection: () => socket,
      method: hop.method,
      path: hop.url.pathname + hop.url.search,
      headers: outgoingHeaders(hop),
      setHost: false,
      maxHeaderSize: headerBytes,
    });
    const abort = () => request.destroy(signal.reason instanceof Error ? signal.reason : undefined);
    signal.addEventListener('abort', abort, { once: true });
    // Listen during the whole exchange: the parser also reports errors after the response here.
    request.on('error', (error) => reject(outboundFailure(error)));
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.once('response', resolve);
    request.once('upgrade', () => {
      request.destroy();
      reject(new OutboundFailed('bad_response', 'The target switched to another protocol.'));
    });
    request.end(hop.body);
  });
}

async function finish(
  { response, socket, address, certificate }: Reply,
  wanted: SafeRequest,
  limits: RequestLimits,
  signal: AbortSignal,
) {
  try {
    const headers = headersOf(response);
    const body = await readResponse(response, {
      limit: limits.responseBytes,
      keep: limits.keptBytes ?? limits.responseBytes,
      watcher: wanted.watchBody?.(headers),
      watchedLimit: limits.watchedBytes ?? limits.responseBytes,
      signal,
    });
    return {
      status: response.statusCode ?? 0,
      headers,
      body: body.bytes,
      bodyBytes: body.read,
      bodyTruncated: body.truncated,
      address,
      certificate,
    };
  } catch (error) {
    const failed = outboundFailure(error);
    failed.address = address;
    failed.certificate = certificate;
    throw failed;
  } finally {
    socket.destroy();
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Header[] {
  const headers: Header[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.push({ name: rawHeaders[index] ?? '', value: rawHeaders[index + 1] ?? '' });
  return headers;
}
