/**
 * A promise that React's `use` reads without waiting once it is fulfilled: React looks for these fields before it suspends, and keeps a
 * fallback that it has shown for 300 ms.
 */
export function readAtOnce<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  );
  return promise;
}
