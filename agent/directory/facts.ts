import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { openForPublic } from './connect.ts';
import { domainOf } from '#api/contract/distinguished-name.ts';
import type { Exchange } from './exchange.ts';
import { readRoot } from './paths.ts';

const ANSWER_MS = 2000;

/** Reads the domain of the directory without signing in; null when no directory of a domain answers within 2 s. */
export async function readDirectoryFacts(url: URL): Promise<NonNullable<Inventory['directory']> | null> {
  let exchange: Exchange | undefined;
  try {
    exchange = await openForPublic({ url, signal: AbortSignal.timeout(ANSWER_MS) });
    const namingContext = await readRoot(exchange);
    const domain = domainOf(namingContext).slice(0, 255);
    return domain === '' ? null : { domain, namingContext };
  } catch {
    // No directory here.
    return null;
  } finally {
    exchange?.close();
  }
}
