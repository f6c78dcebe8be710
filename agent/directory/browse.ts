import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { directoryBrowse, mostOfLevel } from '#api/contract/agent-methods/directory.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { MethodHandler } from '../methods/method.ts';
import type { AgentSettings } from '../settings.ts';
import { computerAttributes, computerFilter, computerOf, LONGEST_PATH, nameOf } from './entries.ts';
import type { Exchange } from './exchange.ts';
import type { Entry } from './messages.ts';
import { findPath, holderFilter } from './paths.ts';
import { findOne, search } from './search.ts';
import { inSession } from './session.ts';

type Level = Omit<AgentPart<'directory.browse', 'result'>, 'code' | 'message'>;
type Ou = Level['ou'][number];

/** OUs that are asked for children, and for how long; the others are shown as if they had some. */
const MOST_ASKED = 100;
const ASKING_MS = 5000;
/** Bytes of the OUs, and of the computers. */
const HALF = directoryBrowse.budget.result / 2 - 4000;

/** Lists the OUs and computers directly below a path (F04-37). */
export function createDirectoryBrowse({
  directory,
}: Pick<AgentSettings, 'directory'>): MethodHandler<'directory.browse'> {
  return async ({ ouPath, ...login }, { signal }) => {
    let level: Level = { root: '', ou: [], ouComputers: [], more: false };
    const answer = await inSession({ url: directory, signal }, login, async (exchange) => {
      level = await readLevel(exchange, ouPath);
    });
    return { ...answer, ...level };
  };
}

async function readLevel(exchange: Exchange, ouPath: string): Promise<Level> {
  const { root, path } = await findPath(exchange, ouPath);
  const below = { base: path, scope: 'one' } as const;
  const ous = await list(search(exchange, { ...below, filter: holderFilter, attributes: ['ou', 'cn', 'name'] }), ouOf);
  const computers = await list(
    search(exchange, { ...below, filter: computerFilter, attributes: computerAttributes }),
    (entry) => {
      const computer = computerOf(entry);
      return computer && { objectGuid: computer.objectGuid, name: computer.name };
    },
  );
  await askForChildren(exchange, ous.listed);
  return { root, ou: ous.listed, ouComputers: computers.listed, more: ous.more || computers.more };
}

/** At most as many as a result may have, by name. */
async function list<T extends { name: string }>(
  entries: AsyncGenerator<Entry>,
  read: (entry: Entry) => T | undefined,
): Promise<{ listed: T[]; more: boolean }> {
  const found: T[] = [];
  let more = false;
  for await (const entry of entries) {
    const item = read(entry);
    const isFull = found.length === mostOfLevel;
    if (item && !isFull) found.push(item);
    else more = true;
    if (isFull) break;
  }
  found.sort((a, b) => a.name.localeCompare(b.name));
  let bytes = 0;
  const listed = found.filter((item) => (bytes += bytesOf(item) + 1) <= HALF);
  return { listed, more: more || listed.length < found.length };
}

/** Undefined for a path that cannot be sent whole: a part of it would be another path. */
function ouOf(entry: Entry): Ou | undefined {
  const { path } = entry;
  if (path.length > LONGEST_PATH || /\p{Cc}/u.test(path)) return undefined;
  return { path, name: nameOf(entry, 'ou', 'cn', 'name'), hasChildren: true };
}

async function askForChildren(exchange: Exchange, ous: readonly Ou[]): Promise<void> {
  const end = performance.now() + ASKING_MS;
  const filter = `(|${holderFilter}${computerFilter})`;
  for (const ou of ous.slice(0, MOST_ASKED)) {
    if (performance.now() > end) return;
    const asked = findOne(exchange, { base: ou.path, scope: 'one', filter, attributes: ['1.1'] });
    // The level is known already; a child that cannot be asked for may be there.
    ou.hasChildren = (await asked.catch(() => 'unknown')) !== undefined;
  }
}
