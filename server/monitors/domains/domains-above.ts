import { isIP } from 'node:net';

/** More labels than this has no registered domain below a public suffix that matters. */
const longest = 4;

/**
 * The names above a host that may be registered, the shortest first: for `www.example.co.uk` they are `co.uk`,
 * `example.co.uk` and the host. A registry knows nothing of its own suffix, so the first that it knows is the domain.
 */
export function domainsAbove(host: string): string[] {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  if (isIP(host) || labels.length < 2 || labels.some((label) => label === '')) return [];
  const counts = Array.from({ length: Math.min(longest, labels.length) - 1 }, (_, index) => index + 2);
  return counts.map((count) => labels.slice(-count).join('.'));
}
