import { sql } from 'drizzle-orm';
import { Client, type ClientConfig } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queries } from '../database/database.ts';

/** Topics that pages receive; `audience.ts` decides who receives them. */
export type Topic =
  | 'monitor'
  | 'maintenance'
  | 'alert'
  | 'node'
  | 'services'
  | 'organization'
  | 'user'
  | 'session'
  | 'draft'
  | 'notification-channel'
  | 'status-page'
  | 'ticket-template'
  | 'backup-job'
  | 'managed-folder'
  | 'policy'
  | 'script'
  | 'run'
  | 'editor'
  | 'screen'
  | 'division';
/** Topics between server processes only. */
type InternalTopic = typeof monitorChanged | typeof agentExpelled | typeof runAsked;
/** A monitor was added, changed, paused or removed; for the process that runs it. */
export const monitorChanged = 'monitor.changed';
/** A device was deleted; for the process that its agent is connected to. */
export const agentExpelled = 'agent.expelled';
/** A run was started or asked to stop; for the processes that execute runs. */
export const runAsked = 'run.asked';

/** Messages carry a topic and ids, never contents. `resync`: messages may have been lost, refetch everything. */
export interface Announcement {
  topic: string;
  ids: (number | string)[];
}

export interface Live {
  announce: typeof announce;
  /** Returns the function that stops listening. */
  listen(listener: (announcement: Announcement) => void): () => void;
  stop(): Promise<void>;
}

const CHANNEL = 'cairn_live';
/** A PostgreSQL notification holds at most 8,000 bytes. */
const IDS_AT_ONCE = 150;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;

/** Notifies every process when the caller's transaction commits. */
export async function announce(db: Queries, topic: Topic | InternalTopic, ids: (number | string)[]): Promise<void> {
  for (let from = 0; from === 0 || from < ids.length; from += IDS_AT_ONCE) {
    const payload = JSON.stringify({ topic, ids: ids.slice(from, from + IDS_AT_ONCE) });
    await db.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
  }
}

/** Listens on a dedicated connection and reconnects when it breaks. */
export function createLive(connection: ClientConfig, warn: (error: unknown) => void): Live {
  const listeners = new Set<(announcement: Announcement) => void>();
  let stopped = false;
  let client: Client | undefined;
  const tell = (announcement: Announcement) => {
    for (const listener of listeners) {
      try {
        listener(announcement);
      } catch (error) {
        warn(error);
      }
    }
  };

  async function keepListening(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    for (let first = true; !stopped; first = false) {
      const own = new Client({ ...connection, keepAlive: true });
      try {
        const ended = new Promise<void>((resolve) => {
          own.once('error', () => resolve());
          own.once('end', () => resolve());
        });
        await own.connect();
        own.on('notification', ({ payload }) => payload && tell(JSON.parse(payload) as Announcement));
        await own.query(`listen ${CHANNEL}`);
        client = own;
        wait = FIRST_WAIT_MS;
        if (!first) tell({ topic: 'resync', ids: [] });
        await ended;
      } catch (error) {
        if (!stopped) warn(error);
      }
      await own.end().catch(() => undefined);
      if (stopped) return;
      await sleep(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
  const running = keepListening();

  return {
    announce,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      await client?.end().catch(() => undefined);
      await Promise.race([running, sleep(500)]);
    },
  };
}
