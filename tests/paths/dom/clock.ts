import { vi } from 'vitest';

/** When paths are walked: the answers that they are made of were checked at this time. */
const BEGINNING = '2026-01-01T00:00:00.000Z';
const realTimeout = globalThis.setTimeout;

/** From now on time passes when a path says so: nobody waits for a pause of a person or for a client that tries again. */
export function stopClock(): void {
  vi.useFakeTimers({ now: new Date(BEGINNING), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
}

/** Lets what is due now happen: replies on their way, what React put off, timers without a wait. */
export async function turn(): Promise<void> {
  vi.advanceTimersByTime(1);
  await new Promise((resolve) => setImmediate(resolve));
}

export async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await turn();
}

// So many turns without anything are a wait of the client's own, as before it asks again: a short one, or else a longer one.
const STILL = 25;
const A_WAIT = 400;
const LONGEST_WAIT = 6000;
/** Turns after which it is files that are waited for: parts of the page that are fetched when they are first shown. */
const QUICK = 200;

/** Until it holds, time passing where nothing happens. Answers whether it came to hold within `seconds` of real time. */
export async function until(holds: () => boolean, seconds = 10): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  let wait = A_WAIT;
  for (let count = 1; !holds(); count += 1) {
    if (performance.now() > end) return false;
    if (count % STILL === 0) {
      await pass(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    } else await turn();
    if (count > QUICK) await new Promise((resolve) => realTimeout(resolve, 2));
  }
  return true;
}
