import { FilterParser, PagedResultsControl, SearchRequest } from 'ldapts';
import { failureOf } from './directory-failed.ts';
import type { Exchange } from './exchange.ts';
import type { Entry } from './messages.ts';

interface Search {
  readonly base: string;
  readonly scope: 'base' | 'one' | 'sub';
  /** RFC 4515. */
  readonly filter: string;
  readonly attributes: readonly string[];
}

/** Active Directory gives at most 1000 entries a page. */
const PAGE = 500;
const SECONDS = 20;
const SUCCESS = 0;
const SIZE_LIMIT_EXCEEDED = 4;

/** Reads the entries page by page. @throws DirectoryFailed */
export async function* search(exchange: Exchange, what: Search): AsyncGenerator<Entry> {
  let cookie: Buffer = Buffer.alloc(0);
  do {
    const entries: Entry[] = [];
    const paged = new PagedResultsControl({ value: { size: PAGE, cookie } });
    const request = requestOf(what, { controls: [paged] });
    const outcome = await exchange.ask(request, (entry) => void entries.push(entry));
    yield* entries;
    if (outcome.resultCode !== SUCCESS) throw failureOf(outcome, 'path');
    cookie = outcome.cookie;
  } while (cookie.length > 0);
}

/** Returns the first entry that the directory finds. @throws DirectoryFailed */
export async function findOne(exchange: Exchange, what: Search): Promise<Entry | undefined> {
  let found: Entry | undefined;
  const outcome = await exchange.ask(requestOf(what, { sizeLimit: 1 }), (entry) => (found ??= entry));
  if (outcome.resultCode !== SUCCESS && outcome.resultCode !== SIZE_LIMIT_EXCEEDED) throw failureOf(outcome, 'path');
  return found;
}

function requestOf(
  { base, filter, attributes, scope }: Search,
  limits: { controls: PagedResultsControl[] } | { sizeLimit: number },
): SearchRequest {
  return new SearchRequest({
    messageId: 0,
    baseDN: base,
    scope,
    filter: FilterParser.parseString(filter),
    attributes: [...attributes],
    timeLimit: SECONDS,
    ...limits,
  });
}
