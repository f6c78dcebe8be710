import type { WebSocket } from '@fastify/websocket';
import type { Actor } from '../access/actor.ts';
import type { Services } from '../services.ts';
import { createAudience } from './audience.ts';
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
/** Disconnect a page that does not read its messages, to bound memory; it reconnects and refetches everything. */
const MOST_WAITING_BYTES = 1_000_000;
/** Beyond this many queued messages, pages get `resync` instead. */
const MOST_WAITING = 1000;
/** Close codes (RFC 6455): after 4401 the page signs in again, otherwise it reconnects. */
const SESSION_ENDED = 4401;
const TOO_SLOW = 4408;
const GOING_AWAY = 1001;
const VIOLATION = 1008;

export function createHub(
  services: Pick<Services, 'live' | 'sessions' | 'database'>,
  warn: (error: unknown) => void,
): Hub {
  const members = new Map<WebSocket, Member>();
  const readAudience = createAudience(services.database);
  let waiting = 0;
  let turn = Promise.resolve();

  function send(socket: WebSocket, announcement: Announcement): void {
    if (socket.bufferedAmount > MOST_WAITING_BYTES) return socket.close(TOO_SLOW, 'too slow');
    socket.send(JSON.stringify({ ...announcement, at: new Date().toISOString() }));
  }

  /** Applies a change of sessions or permissions to open sockets immediately. */
  async function recheck(ids: readonly (number | string)[]): Promise<void> {
    for (const [socket, member] of members) {
      if (ids.length > 0 && !ids.includes(member.actor.userId)) continue;
      const actor = await member.stillSignedIn();
      if (actor.kind !== 'anonymous') member.actor = actor;
      else {
        // Send this before closing: the page refetches its sessions, is refused, and shows the sign-in dialog in place.
        send(socket, { topic: 'session', ids: [member.actor.userId] });
        socket.close(SESSION_ENDED, 'session ended');
      }
    }
  }

  async function pass(announcement: Announcement): Promise<void> {
    const { topic, ids } = announcement;
    if (topic === 'session' || topic === 'user' || topic === 'resync') await recheck(topic === 'resync' ? [] : ids);
    if (topic === 'resync') return tellAll();
    if (members.size === 0) return;
    const heardBy = await readAudience(announcement);
    for (const [socket, { actor }] of members) {
      const heard = heardBy(actor);
      if (heard.length > 0) send(socket, { topic, ids: heard });
    }
  }

  function tellAll(): void {
    for (const socket of members.keys()) send(socket, { topic: 'resync', ids: [] });
  }

  const stopListening = services.live.listen((announcement) => {
    const { topic, ids } = announcement;
    if (topic === 'session' || topic === 'user' || topic === 'resync') {
      services.sessions.forget(topic === 'resync' ? undefined : ids.map(Number));
    }
    const crowded = waiting >= MOST_WAITING && topic !== 'session' && topic !== 'user';
    if (crowded && waiting > MOST_WAITING) return;
    waiting += 1;
    // Process messages sequentially, so that pages receive them in commit order.
    turn = turn
      .then(() => pass(crowded ? { topic: 'resync', ids: [] } : announcement))
      // Pages may have missed the message, so they resync.
      .catch((error: unknown) => {
        warn(error);
        tellAll();
      })
      .finally(() => (waiting -= 1));
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
      // Pages only listen; the server closes the socket of a page that sends something.
      socket.on('message', () => socket.close(VIOLATION, 'nothing is read here'));
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
