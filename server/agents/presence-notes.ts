import type { Database } from '../database/database.ts';
import { batched } from '../database/batched.ts';
import { tellAgain } from '../desired-state/desired-state.ts';
import type { Live } from '../live/messages.ts';
import { markConnected, markDisconnected, type Arrival, type Presence } from './presence.ts';

/** Notes which agents come and go: those that come while the note before is under way share one. */
export function createPresenceNotes(database: Database, live: Pick<Live, 'announce'>) {
  return {
    /** False when the device is gone or marked for deletion. */
    connected: batched<Arrival, boolean>({
      keyOf: ({ nodeId }) => String(nodeId),
      run: (arrivals) => markConnected(database, arrivals, new Date()),
    }),
    /** Schedules another delivery of the desired state to the agent, and announces the device. */
    returned: batched<number, void>({
      keyOf: String,
      async run(nodeIds) {
        await database.transaction(async (db) => {
          await tellAgain(db, nodeIds, new Date());
          await live.announce(db, 'node', [...nodeIds]);
        });
        return [];
      },
    }),
    disconnected: batched<Presence, void>({
      keyOf: ({ nodeId }) => String(nodeId),
      async run(gone) {
        await markDisconnected(database, gone, new Date());
        return [];
      },
    }),
  };
}
