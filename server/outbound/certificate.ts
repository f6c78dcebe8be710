import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls';

/** What is kept of a peer's certificate. Instants are ISO 8601 in UTC; `chain` holds the subjects from the leaf's issuer upwards. */
export interface Certificate {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
  /** Whole days until it expires, negative once it has. */
  daysLeft: number;
  chain: string[];
}

const day = 86_400_000;
/** A chain is at most this long; a server may send any number of certificates. */
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
    // A root names itself as its issuer. Node leaves the issuer out where it does not know it, whatever its types say.
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
