import { mostComputers } from '#api/contract/agent-methods/directory.ts';
import type { MethodHandler } from '../methods/method.ts';
import type { AgentSettings } from '../settings.ts';
import { computerAttributes, computerFilter, computerOf } from './entries.ts';
import { findPath } from './paths.ts';
import { search } from './search.ts';
import { inSession } from './session.ts';

/** Reports the computers of an OU, and with `recursive` those of every OU below it (F04-38). */
export function createDirectoryRead({ directory }: Pick<AgentSettings, 'directory'>): MethodHandler<'directory.read'> {
  return async ({ ouPath, recursive, ...login }, { signal, progress, item }) => {
    let computers = 0;
    const report = () => progress({ stage: 'work', done: computers, total: 0 });
    const answer = await inSession({ url: directory, signal }, login, async (exchange) => {
      const { path } = await findPath(exchange, ouPath);
      report();
      const scope = recursive ? 'sub' : 'one';
      const found = search(exchange, { base: path, scope, filter: computerFilter, attributes: computerAttributes });
      for await (const entry of found) {
        signal.throwIfAborted();
        const computer = computerOf(entry);
        if (!computer) continue;
        item(computer);
        computers += 1;
        report();
        if (computers === mostComputers) break;
      }
    });
    return { ...answer, computers };
  };
}
