/** Milliseconds before the next attempt: doubling from `first` to `longest`, each drawn from its upper half, so that agents do not return in step. */
export function createBackoff(limits: { first: number; longest: number }, random: () => number = Math.random) {
  let attempts = 0;
  return {
    next(): number {
      const whole = Math.min(limits.first * 2 ** Math.min(attempts++, 30), limits.longest);
      return Math.round(whole * (0.5 + random() / 2));
    },
    reset(): void {
      attempts = 0;
    },
  };
}
