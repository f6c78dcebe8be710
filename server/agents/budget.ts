/** What a device may send in a window, over all its connections: it needs a few messages a minute, and an inventory of 256 KB at times. */
const WINDOW_MS = 10_000;
const MOST_MESSAGES = 200;
const MOST_BYTES = 2_000_000;

interface Spent {
  since: number;
  messages: number;
  bytes: number;
}

/** Budgets by device, which outlive a connection: one that connects again does not begin anew. */
interface AgentBudgets {
  /** Counts one message. Answers why it is too much, or undefined. */
  spend(nodeId: number, bytes: number): string | undefined;
  /** Whether the device has spent its budget for now. */
  isSpent(nodeId: number): boolean;
}

export function createBudgets(now: () => number = () => performance.now()): AgentBudgets {
  const spent = new Map<number, Spent>();

  function current(nodeId: number): Spent {
    const known = spent.get(nodeId);
    if (known && now() - known.since <= WINDOW_MS) return known;
    const fresh = { since: now(), messages: 0, bytes: 0 };
    spent.set(nodeId, fresh);
    return fresh;
  }
  const excess = ({ messages, bytes }: Spent) =>
    messages > MOST_MESSAGES ? 'too many messages' : bytes > MOST_BYTES ? 'too many bytes' : undefined;

  return {
    spend(nodeId, bytes) {
      const budget = current(nodeId);
      budget.messages += 1;
      budget.bytes += bytes;
      return excess(budget);
    },
    isSpent: (nodeId) => excess(current(nodeId)) !== undefined,
  };
}
