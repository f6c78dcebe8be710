import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Message } from './live.ts';
import { askedById, madeOldBy } from './topics.ts';

/** Messages may pour in (thousands of monitors are checked every minute): a call is read again at most this often, in milliseconds … */
const shortestRest = 1000;
/** … and rests for so many times as long as the last reading took, so that reading is a small part of what the page does … */
const restFactor = 30;
/** … but never so long that the page could be taken for one that is not live. */
const longestRest = 5000;

export interface ReadAgain {
  /** Reads what the message made old: at once after a quiet time, else when the call has rested. */
  hear(message: Pick<Message, 'topic' | 'ids'>): void;
  stop(): void;
}

/** What was told of; `all` where ids say nothing about the call. */
type Told = Set<number | string> | 'all';

interface Turn {
  /** What was told since the last reading. */
  waiting: Told | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  readyAt: number;
}

export function readAgain(data: QueryClient): ReadAgain {
  const turns = new Map<CallName, Turn>();

  function concerns([called, input]: QueryKey, name: CallName, told: Told): boolean {
    if (called !== name) return false;
    const id = (input as { params?: { id?: number | string } } | undefined)?.params?.id;
    return told === 'all' || id === undefined || told.has(id);
  }

  async function read(name: CallName, turn: Turn): Promise<void> {
    const told = turn.waiting ?? 'all';
    turn.waiting = undefined;
    const begun = Date.now();
    // Others come while it is under way; they wait for the next turn.
    turn.readyAt = Number.POSITIVE_INFINITY;
    // Nobody looks at a hidden page: what is old is read when it is seen again.
    const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
    await data
      .invalidateQueries({ predicate: ({ queryKey }) => concerns(queryKey, name, told), refetchType })
      .catch(() => undefined);
    const took = Date.now() - begun;
    turn.readyAt = Date.now() + Math.min(longestRest, Math.max(shortestRest, took * restFactor));
    if (turn.waiting) plan(name, turn);
  }

  function plan(name: CallName, turn: Turn): void {
    if (turn.timer !== undefined || turn.readyAt === Number.POSITIVE_INFINITY) return;
    const wait = turn.readyAt - Date.now();
    if (wait <= 0) return void read(name, turn);
    turn.timer = setTimeout(() => {
      turn.timer = undefined;
      void read(name, turn);
    }, wait);
  }

  return {
    hear({ topic, ids }) {
      for (const name of madeOldBy[topic] ?? []) {
        const turn = turns.get(name) ?? { waiting: undefined, timer: undefined, readyAt: 0 };
        turns.set(name, turn);
        turn.waiting = together(turn.waiting, askedById[topic]?.includes(name) ? ids : 'all');
        plan(name, turn);
      }
    },
    stop() {
      for (const { timer } of turns.values()) clearTimeout(timer);
      turns.clear();
    },
  };
}

function together(before: Told | undefined, told: readonly (number | string)[] | 'all'): Told {
  return before === 'all' || told === 'all' ? 'all' : new Set([...(before ?? []), ...told]);
}
