const pending = new Set<() => void>();

/** Adds what tells the machine of answers not yet told; gives back what takes it away again. */
export function onSettle(tell: () => void): () => void {
  pending.add(tell);
  return () => pending.delete(tell);
}

/**
 * Tells the machine at once of every answer that waits for a pause of the person. To be called before anything that may
 * leave the step: the browser's Back, Close, saving a draft.
 */
export function settleAnswers(): void {
  for (const tell of pending) tell();
}
