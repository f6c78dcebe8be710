import type { CallContext } from '../context.ts';
import type { Secrets } from '../secrets.ts';
import { newToken } from './tokens.ts';

export const DEVICE_COOKIE = 'cairn_device';
const DEVICE_DAYS = 365;

type WithCookies = Pick<CallContext, 'cookies' | 'services'>;

/** The name of a browser that signed in to this account before. It has a throttle of its own, so attackers cannot lock it out. */
export function knownDevice({ cookies, services }: WithCookies, userId: number | undefined): string | undefined {
  const device = readDevice(services.secrets, cookies.get(DEVICE_COOKIE));
  return device !== undefined && device.userId === userId ? device.name : undefined;
}

/** Marks the browser as known to the account, in a sealed cookie; the server stores nothing. */
export function rememberDevice(context: WithCookies, userId: number): void {
  if (knownDevice(context, userId) !== undefined) return;
  const sealed = context.services.secrets.seal(JSON.stringify({ userId, name: newToken() }));
  context.cookies.set(DEVICE_COOKIE, sealed, { maxAgeSeconds: DEVICE_DAYS * 24 * 3600 });
}

function readDevice(secrets: Secrets, sealed: string | undefined): { userId: unknown; name: string } | undefined {
  if (sealed === undefined || sealed.length > 500) return undefined;
  try {
    const device: unknown = JSON.parse(secrets.open(sealed));
    if (typeof device !== 'object' || device === null || !('userId' in device) || !('name' in device)) return undefined;
    return typeof device.name === 'string' ? { userId: device.userId, name: device.name } : undefined;
  } catch {
    // The cookie was forged, or sealed with another key.
    return undefined;
  }
}
