import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<true>();

/** Marks `work` and everything that it awaits as inside a transaction. */
export function markTransaction<T>(work: () => Promise<T>): Promise<T> {
  return scope.run(true, work);
}

/**
 * Work that may take seconds (a password hash, an outbound connection) must not hold one of the pool's connections:
 * a few slow peers would block every other request. @throws Error inside a transaction; the call needs `ownTransactions`
 */
export function requireNoTransaction(work: string): void {
  if (scope.getStore()) throw new Error(`${work} must not run inside a transaction: see \`ownTransactions\` of a call`);
}
