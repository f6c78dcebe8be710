// What a page paints, frame by frame: when each came, and how many rows the table says there are.
import type { Page } from 'playwright-core';
import { percentile } from './bench.ts';

/** Milliseconds since 1970, and rows. */
export type Frame = [at: number, rows: number];

/** Notes each frame in the page from now on. */
export function watchFrames(page: Page): Promise<void> {
  // As text: the loader of the benches names functions by a helper that the page does not have.
  return page.evaluate(`
    window.frames_ = [];
    cancelAnimationFrame(window.looking_);
    window.look_ = () => {
      const shown = document.querySelector('[role=grid]')?.getAttribute('aria-rowcount');
      frames_.push([performance.timeOrigin + performance.now(), Number(shown ?? 1) - 1]);
      looking_ = requestAnimationFrame(look_);
    };
    looking_ = requestAnimationFrame(look_);
  `);
}

export function framesOf(page: Page): Promise<Frame[]> {
  return page.evaluate<Frame[]>('frames_');
}

/** Frames a second. */
export function frequencyOf(frames: readonly Frame[]): number {
  const span = ((frames.at(-1)?.[0] ?? 0) - (frames[0]?.[0] ?? 0)) / 1000;
  return (frames.length - 1) / span;
}

/** Milliseconds from each moment at which there were so many rows until a frame shows as many: the 95th percentile. */
export function lagOf(frames: readonly Frame[], known: readonly { total: number; at: number }[]): number {
  const lags = known.map(({ total, at }) => {
    const [shown] = frames.find(([, rows]) => rows >= total) ?? [Number.POSITIVE_INFINITY];
    return Math.max(0, shown - at);
  });
  return percentile(lags, 0.95);
}
