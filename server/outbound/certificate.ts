import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls';
import { errorCode } from './error-code.ts';
import { handshakeProblem } from './handshake-problem.ts';
import { dayText, daysText } from './quantities.ts';

/** Facts about a peer's certificate. Timestamps are ISO 8601 in UTC; `chain` holds the subjects from the leaf's issuer upwards. */
export interface Certificate {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
  /** Whole days until it expires, negative afterwards. */
  daysLeft: number;
  chain: string[];
}

const day = 86_400_000;
/** Maximum length of a chain; a server may send any number of certificates. */
const longest = 10;

export function certificateOf(socket: TLSSocket, now: number): Certificate | undefined {
  const peer = socket.getPeerCertificate(true);
  if (!peer.valid_to) return undefined;
  const from = new Date(peer.valid_from);
  const to = new Date(peer.valid_to);
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return undefined;
  return {
    subject: nameOf(peer.subject),
    issuer: nameOf(peer.issuer),
    validFrom: from.toISOString(),
    validTo: to.toISOString(),
    daysLeft: Math.floor((to.getTime() - now) / day),
    chain: chainOf(peer),
  };
}

function chainOf(leaf: DetailedPeerCertificate): string[] {
  const chain: string[] = [];
  let current = leaf;
  while (chain.length < longest) {
    // A root is its own issuer. Despite its types, Node omits an unknown issuer.
    const next: DetailedPeerCertificate | undefined = current.issuerCertificate;
    if (!next || next.fingerprint256 === current.fingerprint256) break;
    chain.push(nameOf(next.subject));
    current = next;
  }
  return chain;
}

function nameOf(subject: PeerCertificate['subject'] | undefined): string {
  const name = subject?.CN ?? subject?.O ?? subject?.OU;
  const text: unknown = Array.isArray(name) ? name[0] : name;
  return typeof text === 'string' ? text.slice(0, 300) : '';
}

/** The reason why the peer's certificate is not valid for this host, or undefined if it is. */
export function certificateProblem(socket: TLSSocket, host: string, now: number): string | undefined {
  if (socket.authorized) return undefined;
  // Typed as an Error, but Node sets a string with the code.
  const reason: unknown = socket.authorizationError;
  const code = typeof reason === 'string' ? reason : errorCode(reason);
  const peer = socket.getPeerCertificate();
  const from = new Date(peer.valid_from);
  const to = new Date(peer.valid_to);
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      // Another certificate of the chain may be the expired one.
      return to.getTime() < now ? expiryText(to, now) : 'A certificate of the chain has expired.';
    case 'CERT_NOT_YET_VALID':
      return from.getTime() > now
        ? `The certificate is valid from ${dayText(from)}.`
        : 'A certificate of the chain is not valid yet.';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'The certificate is self-signed.';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'The certificate chain ends in a self-signed certificate that is not trusted.';
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'The certificate’s issuer is not trusted.';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'The certificate cannot be verified: its chain is incomplete or its issuer is not trusted.';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate is for ${hostsOf(peer)}, not for ${host}.`;
    default:
      return handshakeProblem(code);
  }
}

/** `The certificate expires in 5 days (28 Nov 2026).`, `The certificate expired on 20 Nov 2026 (3 days ago).` */
export function expiryText(validTo: Date, now: number): string {
  const days = Math.floor((validTo.getTime() - now) / day);
  if (days >= 0) return `The certificate expires in ${daysText(days)} (${dayText(validTo)}).`;
  const ago = Math.floor((now - validTo.getTime()) / day);
  return `The certificate expired on ${dayText(validTo)} (${ago === 0 ? 'today' : `${daysText(ago)} ago`}).`;
}

/** A certificate may have hundreds of names; messages show this many. */
const mostNames = 3;

function hostsOf({ subjectaltname, subject }: PeerCertificate): string {
  const listed = (subjectaltname ?? '')
    .split(', ')
    .map((each) => /^(?:DNS|IP Address):"?([^"]+)/.exec(each)?.[1])
    .filter((each) => each !== undefined);
  const names = listed.length > 0 ? listed : [nameOf(subject)].filter(Boolean);
  if (names.length === 0) return 'no host';
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${names
    .slice(0, mostNames)
    .map((each) => each.slice(0, 100))
    .join(', ')}${more}`;
}
