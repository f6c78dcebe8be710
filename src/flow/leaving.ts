/** Milliseconds between the wish to leave the page and its end. */
const LEAVES_WITHIN = 3000;

let wished = Number.NEGATIVE_INFINITY;

if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', () => {
    wished = performance.now();
  });
}

/**
 * A page that is left aborts its requests a moment before it ends. That is no failure to be told or kept: the draft goes
 * on with the effect under way. Resolves at once unless the page is being left; then when it was not left after all.
 */
export async function notLeaving(): Promise<void> {
  const rest = wished + LEAVES_WITHIN - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}
