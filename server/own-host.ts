import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Settings } from './settings.ts';

/**
 * Whether the `Host` header names this server. Another site can make its own name resolve to this server (DNS
 * rebinding), so that a browser treats both as one origin; it cannot do so with an address, a single-label name or
 * a name that only the local network resolves.
 */
export function isOwnHost(host: string | undefined, settings: Pick<Settings, 'publicUrl' | 'allowedHosts'>): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  if (isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local)$/.test(name)) return true;
  const own = [nameOf(new URL(settings.publicUrl).host), hostname().toLowerCase(), ...settings.allowedHosts];
  return own.includes(name);
}

/** The host in lower case, without port and brackets. */
function nameOf(host: string | undefined): string | undefined {
  if (host === undefined || host.length > 300) return undefined;
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  } catch {
    return undefined;
  }
}
