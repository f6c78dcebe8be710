import type { Database } from '../database/database.ts';
import { batched } from '../database/batched.ts';
import { finishCommands, type CommandEnd, type Teller } from './command-queue.ts';

/** Stores how a command ended, unless it ended before. */
export type EndCommand = (id: string, end: CommandEnd) => Promise<void>;

export function createCommandEnds(database: Database, live: Teller): EndCommand {
  const store = batched<{ id: string; end: CommandEnd }, void>({
    keyOf: ({ id }) => id,
    async run(some) {
      const ends = new Map(some.map(({ id, end }) => [id, end]));
      await database.transaction((db) => finishCommands(db, live, ends, new Date()));
      return [];
    },
  });
  return (id, end) => store({ id, end });
}
