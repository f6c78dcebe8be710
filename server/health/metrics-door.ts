import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isOwnHost } from '../own-host.ts';
import type { Settings } from '../settings.ts';

/** Whether the caller may read the metrics: with the token (`CAIRN_METRICS_TOKEN`) or, if none is configured, from this machine without a proxy. */
export function mayReadMetrics(
  { headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>,
  settings: Pick<Settings, 'metricsToken' | 'publicUrl' | 'allowedHosts'>,
): boolean {
  const { metricsToken } = settings;
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`);
  const proxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => headers[name] !== undefined);
  return !proxied && isLoopback(raw.socket.remoteAddress) && isOwnHost(headers.host, settings);
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
