import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Settings } from '../settings.ts';

/**
 * Whether this server goes by the name in a `Host` header. Another site can make its own name resolve to this server (DNS
 * rebinding), and a browser then takes its pages for this server's; it cannot do so with an address, with a name of one word, or
 * with a name that only the local network resolves.
 */
export function isOwnHost(host: string | undefined, settings: Pick<Settings, 'publicUrl' | 'allowedHosts'>): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  if (isIP(name) !== 0 || !name.includes('.') || /\.(localhost|local)$/.test(name)) return true;
  const own = [nameOf(new URL(settings.publicUrl).host), hostname().toLowerCase(), ...settings.allowedHosts];
  return own.includes(name);
}

/** In lower case, without port and brackets. */
function nameOf(host: string | undefined): string | undefined {
  if (host === undefined || host.length > 300) return undefined;
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  } catch {
    return undefined;
  }
}
