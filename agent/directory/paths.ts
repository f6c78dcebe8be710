import { DirectoryFailed } from './directory-failed.ts';
import { isWithin } from '#api/contract/distinguished-name.ts';
import { LONGEST_PATH, textOf } from './entries.ts';
import type { Exchange } from './exchange.ts';
import { findOne } from './search.ts';

/** Object classes that hold computers and one another. */
const holders = ['organizationalUnit', 'container', 'builtinDomain', 'domainDNS'];
export const holderFilter = `(|${holders.map((name) => `(objectClass=${name})`).join('')})`;

/** Reads the path of the domain; empty when the directory names none. @throws DirectoryFailed */
export async function readRoot(exchange: Exchange): Promise<string> {
  const attributes = ['defaultNamingContext', 'namingContexts'];
  const entry = await findOne(exchange, { base: '', scope: 'base', filter: '(objectClass=*)', attributes });
  const [preferred = '', first = ''] = attributes.map((name) => (entry ? textOf(entry, name, LONGEST_PATH) : ''));
  return preferred || first;
}

/**
 * Returns where to search: the path, or the domain for an empty one.
 * @throws DirectoryFailed `invalid_ou_path` when there is no OU, container or domain with this path (F04-27)
 */
export async function findPath(exchange: Exchange, ouPath: string): Promise<{ root: string; path: string }> {
  const root = await readRoot(exchange);
  if (root === '') throw new DirectoryFailed('failed', 'The directory names no domain');
  const path = ouPath.trim();
  if (path === '') return { root, path: root };
  const holder =
    isWithin(path, root) &&
    (await findOne(exchange, { base: path, scope: 'base', filter: holderFilter, attributes: ['objectClass'] }));
  if (!holder) throw new DirectoryFailed('invalid_ou_path');
  return { root, path };
}
