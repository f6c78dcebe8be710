import { steadyNow } from '../../clock/steady.ts';
import type { TargetPolicy } from '../../outbound/address-policy.ts';
import { connectTo } from '../../outbound/connect.ts';
import { hostAndPort } from '../../outbound/host.ts';
import { outboundFailure } from '../../outbound/outbound-failed.ts';
import { resolveTarget } from '../../outbound/resolve.ts';
import { whoisExpiry } from './whois-expiry.ts';

const port = 43;
/** What is read of an answer; the rest is left unread. */
const answerBytes = 65_536;
const resolveMilliseconds = 5000;
/** How long the server of a top-level domain holds, in milliseconds. */
const serverAge = 24 * 3_600_000;

/** Registries that are asked by WHOIS (RFC 3912): a line out, a text back. */
export class Whois {
  private readonly servers = new Map<string, { server: string | undefined; until: number }>();

  constructor(private readonly root: string) {}

  /** The first of these names that its registry knows, with its expiry; undefined when there is none. Rejects with `OutboundFailed`. */
  async expiry(
    names: readonly string[],
    policy: TargetPolicy,
    signal: AbortSignal,
  ): Promise<{ name: string; expiresAt: Date } | undefined> {
    const server = await this.serverOf(names[0]?.split('.').at(-1) ?? '', policy, signal);
    if (server === undefined) return undefined;
    for (const name of names) {
      const expiresAt = whoisExpiry(await ask(server, name, policy, signal));
      if (expiresAt) return { name, expiresAt };
    }
    return undefined;
  }

  private async serverOf(topLevel: string, policy: TargetPolicy, signal: AbortSignal): Promise<string | undefined> {
    const known = this.servers.get(topLevel);
    if (known && known.until > steadyNow()) return known.server;
    const answer = await ask(this.root, topLevel, policy, signal);
    const server = /^(?:whois|refer):[ \t]*([a-z0-9.:-]{1,253})[ \t\r]*$/im.exec(answer)?.[1];
    this.servers.set(topLevel, { server, until: steadyNow() + serverAge });
    return server;
  }
}

/** The answer to one line, as far as it is read. Rejects with `OutboundFailed`. */
async function ask(server: string, question: string, policy: TargetPolicy, signal: AbortSignal): Promise<string> {
  const target = hostAndPort(server, port);
  const addresses = await resolveTarget(target.host, policy, resolveMilliseconds);
  const socket = await connectTo(addresses, target.port, signal);
  try {
    socket.write(`${question}\r\n`);
    const chunks: Buffer[] = [];
    let read = 0;
    const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : undefined);
    signal.addEventListener('abort', abort, { once: true });
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= answerBytes) break;
    }
    signal.removeEventListener('abort', abort);
    signal.throwIfAborted();
    return Buffer.concat(chunks).subarray(0, answerBytes).toString('latin1');
  } catch (error) {
    throw outboundFailure(error);
  } finally {
    socket.destroy();
  }
}
