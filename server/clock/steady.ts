const wallAtStart = Date.now() - performance.now();

/** Milliseconds since 1970: the wall clock at process start plus the monotonic clock. Setting the wall clock does not change it. */
export function steadyNow(): number {
  return wallAtStart + performance.now();
}
