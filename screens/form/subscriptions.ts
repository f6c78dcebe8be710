type Listener = () => void;

/** Listeners by topic: a pointer, or a word of the store. */
export class Subscriptions {
  readonly #listeners = new Map<string, Set<Listener>>();

  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
    };
  }

  tell(topic: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  /** Everyone at the pointer, above it (their value holds it) and below it (it holds their value). */
  tellAround(pointer: string): void {
    const heard = [...this.#listeners].filter(
      ([topic]) => topic === pointer || pointer.startsWith(`${topic}/`) || topic.startsWith(`${pointer}/`),
    );
    for (const [, listeners] of heard) for (const listener of listeners) listener();
  }
}
