const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal aborts, until the returned function is called. A signal searches its listeners one by one when one is
 * removed, which takes seconds for thousands of connections; here it has one for all of them.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = waiting.get(signal) ?? listenTo(signal);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  const callAll = () => {
    for (const callback of callbacks) callback();
  };
  signal.addEventListener('abort', callAll, { once: true });
  return callbacks;
}
