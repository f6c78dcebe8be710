import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutboundFailed } from './outbound-failed.ts';

/** A normalized host: a name in ASCII and lower case, or an address in its usual spelling. */
export interface Host {
  name: string;
  /** The address if the host is one, else undefined. */
  address: string | undefined;
}

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Reads a host name or IP address: brackets, decimal, octal and short IPv4 spellings (`2130706433`, `0177.1`) and
 * international names included. Throws `OutboundFailed` `invalid_target` for anything else, so that the result is safe as a command-line argument.
 */
export function parseHost(text: string): Host {
  const bare = text.trim().replace(/^\[(.*)\]$/, '$1');
  const invalid = () => new OutboundFailed('invalid_target', 'The target is not a valid host name or IP address.');
  if (isIP(bare)) return literal(bare.includes(':') ? `[${bare}]` : bare);
  if (bare === '' || /[^\p{L}\p{N}\p{M}._-]/u.test(bare)) throw invalid();
  const host = literal(bare);
  if (host.address === undefined) {
    const labels = host.name.replace(/\.$/, '').split('.');
    if (host.name.length > 253 || !labels.every((each) => label.test(each))) throw invalid();
  }
  return host;

  function literal(candidate: string): Host {
    let hostname: string;
    try {
      // The WHATWG parser knows every spelling of an IPv4 address that a resolver would accept.
      hostname = new URL(`http://${candidate}/`).hostname;
    } catch {
      throw invalid();
    }
    const inner = hostname.replace(/^\[(.*)\]$/, '$1');
    return { name: inner, address: isIP(inner) ? inner : undefined };
  }
}

/** Reads `host`, `host:port`, `[address]:port` or an address alone. Throws `OutboundFailed` `invalid_target`. */
export function hostAndPort(text: string, otherwise: number): { host: Host; port: number } {
  const [, host, port] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(text.trim()) ?? [];
  if (host === undefined || port === undefined) return { host: parseHost(text), port: otherwise };
  if (Number(port) < 1 || Number(port) > 65_535)
    throw new OutboundFailed('invalid_target', 'The port must be between 1 and 65535.');
  return { host: parseHost(host), port: Number(port) };
}

/** The IPv4 address of an IPv4-mapped IPv6 address (`::ffff:a9fe:a9fe`), in its usual spelling; any other text unchanged. */
export function plainAddress(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : address;
}
