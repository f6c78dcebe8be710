import type { WebSocket } from '@fastify/websocket';
import type { Actor } from '../access/actor.ts';
import type { Services } from '../services.ts';
import type { Announcement } from './messages.ts';

/** The open pages of this process. */
export interface Hub {
  join(socket: WebSocket, actor: Actor & { kind: 'user' }, stillSignedIn: () => Promise<Actor>): void;
  count(): number;
  close(): void;
}

interface Member {
  actor: Actor & { kind: 'user' };
  stillSignedIn: () => Promise<Actor>;
  answered: boolean;
}

const HEARTBEAT_MS = 30_000;
/** A page that does not read is dropped before it costs memory; it comes back and reads everything again. */
const MOST_WAITING_BYTES = 1_000_000;
/** Application codes of RFC 6455: the page signs in again (4401) or just connects again. */
const SESSION_ENDED = 4401;
const TOO_SLOW = 4408;
const GOING_AWAY = 1001;

export function createHub(services: Pick<Services, 'live' | 'sessions'>, warn: (error: unknown) => void): Hub {
  const members = new Map<WebSocket, Member>();

  function send(socket: WebSocket, announcement: Announcement): void {
    if (socket.bufferedAmount > MOST_WAITING_BYTES) return socket.close(TOO_SLOW, 'too slow');
    socket.send(JSON.stringify({ ...announcement, at: new Date().toISOString() }));
  }

  /** A change of a user's sessions or permissions acts on open sockets at once. */
  async function recheck(ids: readonly (number | string)[]): Promise<void> {
    for (const [socket, member] of members) {
      if (ids.length > 0 && !ids.includes(member.actor.userId)) continue;
      const actor = await member.stillSignedIn();
      if (actor.kind === 'anonymous') socket.close(SESSION_ENDED, 'session ended');
    }
  }

  const stopListening = services.live.listen((announcement) => {
    const { topic, ids } = announcement;
    if (topic === 'session' || topic === 'user' || topic === 'resync') {
      services.sessions.forget(topic === 'resync' ? undefined : ids.map(Number));
      recheck(topic === 'resync' ? [] : ids).catch(warn);
    }
    for (const [socket, member] of members) {
      // Whose sessions ended is nobody else's business.
      if (topic !== 'session' || ids.includes(member.actor.userId)) send(socket, announcement);
    }
  });

  const heartbeat = setInterval(() => {
    for (const [socket, member] of members) {
      if (!member.answered) {
        socket.terminate();
        continue;
      }
      member.answered = false;
      socket.ping();
    }
    recheck([]).catch(warn);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    join(socket, actor, stillSignedIn) {
      const member: Member = { actor, stillSignedIn, answered: true };
      members.set(socket, member);
      socket.on('pong', () => (member.answered = true));
      socket.on('close', () => members.delete(socket));
      socket.on('error', () => socket.terminate());
    },
    count: () => members.size,
    close() {
      clearInterval(heartbeat);
      stopListening();
      for (const socket of members.keys()) socket.close(GOING_AWAY, 'the server is stopping');
    },
  };
}
