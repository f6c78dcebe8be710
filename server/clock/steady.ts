const wallAtStart = Date.now() - performance.now();

/** Milliseconds since 1970 by the clock at this process's start, counted on by the monotonic clock: setting the clock does not move it. */
export function steadyNow(): number {
  return wallAtStart + performance.now();
}
