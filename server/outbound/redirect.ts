import { validateHeaderName, validateHeaderValue, type IncomingMessage } from 'node:http';
import { plainAddress } from './host.ts';
import { OutboundFailed } from './outbound-failed.ts';

export interface Header {
  name: string;
  value: string;
}

/** One request of a chain of redirects. */
export interface Hop {
  url: URL;
  method: string;
  headers: readonly Header[];
  body: Buffer | undefined;
}

/** Credentials and the host's name are only for the origin that they were configured for. */
const ofOneOrigin = new Set(['authorization', 'cookie', 'proxy-authorization', 'host']);
/** Headers that describe a body are dropped together with the body. */
const ofTheBody = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);
/** Headers that this client sets itself: a wrong length or a protocol upgrade would break the exchange. */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'proxy-connection',
]);

/** The target of a redirect, or undefined for any other response. Throws `OutboundFailed` `bad_response` for an invalid target. */
export function nextHop(
  hop: Hop,
  { statusCode = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
): Hop | undefined {
  const location = headers.location;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, hop.url))
    throw new OutboundFailed('bad_response', 'The target redirected to an address that is not valid.');
  const url = new URL(location, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundFailed('bad_response', 'The target redirected to something other than a web address.');
  url.username = '';
  url.password = '';
  const becomesGet = statusCode === 303 ? hop.method !== 'HEAD' : statusCode <= 302 && hop.method === 'POST';
  const kept = hop.headers.filter(({ name }) => {
    const lower = name.toLowerCase();
    return !(url.origin !== hop.url.origin && ofOneOrigin.has(lower)) && !(becomesGet && ofTheBody.has(lower));
  });
  return { url, method: becomesGet ? 'GET' : hop.method, headers: kept, body: becomesGet ? undefined : hop.body };
}

/** The headers of a request in Node's shape. Throws `OutboundFailed` `invalid_request` for a name or value that HTTP does not allow. */
export function outgoingHeaders({ url, headers, body, method }: Hop): Record<string, string | string[]> {
  const all = new Map<string, string[]>([
    ['host', [url.host]],
    ['user-agent', ['Cairn']],
    ['accept', ['*/*']],
    ['accept-encoding', ['gzip, deflate, br']],
  ]);
  const given = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const lower = name.toLowerCase();
    if (ofTheConnection.has(lower)) continue;
    check(name, value);
    given.set(lower, [...(given.get(lower) ?? []), value]);
  }
  for (const [name, values] of given) all.set(name, values);
  if (body !== undefined || ['POST', 'PUT', 'PATCH'].includes(method))
    all.set('content-length', [String(body?.length ?? 0)]);
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

function check(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new OutboundFailed('invalid_request', `The header “${name.slice(0, 100)}” is not allowed in HTTP.`, error);
  }
}

/** Longer paths are truncated in messages. */
const longestPath = 60;

/** A URL for messages: without its query, which may contain a token, and with IPv4-mapped addresses as IPv4. */
export function readableUrl(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  const inner = hostname.replace(/^\[(.*)\]$/, '$1');
  const plain = plainAddress(inner);
  const host = plain === inner ? hostname : `[::ffff:${plain}]`;
  const path = pathname.length > longestPath ? `${pathname.slice(0, longestPath)}…` : pathname;
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${path}`;
}
