import type { Queries } from '../database/database.ts';
import { markSent } from './command-queue.ts';

/** Notes that a command goes to its agent; false when it was cancelled or ended meanwhile. */
export type NoteSent = (id: string) => Promise<boolean>;

interface Waiting {
  id: string;
  resolve(isSent: boolean): void;
  reject(error: unknown): void;
}

/** One statement notes all commands that are sent at the same time: a script on thousands of devices would take thousands. */
export function createSentNotes(db: Queries): NoteSent {
  let waiting: Waiting[] = [];
  async function noteAll(): Promise<void> {
    const all = waiting;
    waiting = [];
    try {
      const ids = all.map(({ id }) => id);
      const sent = await markSent(db, ids, new Date());
      for (const { id, resolve } of all) resolve(sent.has(id));
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void noteAll());
    });
}
