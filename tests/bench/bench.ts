/** One measured figure. `ratio` compares baseline and value of the same run. */
export interface BenchResult {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'kB' | 'MB' | '%' | 'checks' | 'commands' | 'files' | 'lines' | 'ratio';
  /** Displayed text: `<= 16 ms and ratio >= 2`. */
  goal: string;
  holds: boolean;
  baseline?: { name: string; value: number };
  ratio?: number;
}

/** One or more figures that are measured together. */
export interface Bench {
  names: readonly string[];
  run(): Promise<BenchResult[]>;
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  const value = sorted[at];
  if (value === undefined) throw new Error('no samples');
  return value;
}

export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}
