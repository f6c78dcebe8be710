import { steadyNow } from '../../clock/steady.ts';
import type { TargetPolicy } from '../../outbound/address-policy.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { safeRequest } from '../../outbound/safe-request.ts';

/** How long the list of registries holds, in milliseconds. */
const listAge = 24 * 3_600_000;
const replyBytes = 1_048_576;
const requestMilliseconds = 8000;

/** Registries that are asked by HTTP (RFC 9083). What they send is hostile until it has been read. */
export class Rdap {
  private list: { servers: Map<string, string>; until: number } | undefined;

  constructor(private readonly bootstrapUrl: string) {}

  /** The first of these names that its registry knows, with its expiry; undefined when there is none. Rejects with `OutboundFailed`. */
  async expiry(
    names: readonly string[],
    policy: TargetPolicy,
    signal: AbortSignal,
  ): Promise<{ name: string; expiresAt: Date } | undefined> {
    const topLevel = names[0]?.split('.').at(-1) ?? '';
    const base = (await this.servers(policy, signal)).get(topLevel);
    if (base === undefined) return undefined;
    for (const name of names) {
      const reply = await readJson(new URL(`domain/${encodeURIComponent(name)}`, base).href, policy, signal);
      const expiresAt = expiryOf(reply);
      if (expiresAt) return { name, expiresAt };
    }
    return undefined;
  }

  private async servers(policy: TargetPolicy, signal: AbortSignal): Promise<Map<string, string>> {
    if (this.list && this.list.until > steadyNow()) return this.list.servers;
    const servers = serversOf(await readJson(this.bootstrapUrl, policy, signal));
    this.list = { servers, until: steadyNow() + listAge };
    return servers;
  }
}

/** The reply, or undefined when there is no such thing there. Rejects with `OutboundFailed`. */
async function readJson(url: string, policy: TargetPolicy, signal: AbortSignal): Promise<unknown> {
  const headers = [{ name: 'Accept', value: 'application/rdap+json, application/json' }];
  const limits = { responseBytes: replyBytes, totalMilliseconds: requestMilliseconds };
  const { status, body, bodyTruncated } = await safeRequest({ url, headers, policy, limits, signal });
  // A registry says 404 of what is not registered with it, and 400 of its own suffix.
  if (status === 404 || status === 400) return undefined;
  if (status !== 200) throw new OutboundFailed('bad_response', `The registry answered with status ${status}.`);
  try {
    if (!bodyTruncated) return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    // Told below.
  }
  throw new OutboundFailed('bad_response', 'The registry’s answer cannot be read.');
}

/** Top-level domain to the address of its registry; https before http. */
export function serversOf(bootstrap: unknown): Map<string, string> {
  const servers = new Map<string, string>();
  for (const service of listOf(fieldOf(bootstrap, 'services'))) {
    const [domains, urls] = listOf(service).map(listOf);
    const url = [...(urls ?? [])].filter(isUrl).sort((a, b) => b.localeCompare(a))[0];
    if (url === undefined) continue;
    for (const domain of domains ?? [])
      if (typeof domain === 'string') servers.set(domain.toLowerCase(), url.endsWith('/') ? url : `${url}/`);
  }
  return servers;
}

export function expiryOf(domain: unknown): Date | undefined {
  for (const event of listOf(fieldOf(domain, 'events'))) {
    const at = fieldOf(event, 'eventDate');
    if (fieldOf(event, 'eventAction') !== 'expiration' || typeof at !== 'string') continue;
    const date = new Date(at);
    if (!Number.isNaN(date.getTime())) return date;
  }
  return undefined;
}

const isUrl = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
