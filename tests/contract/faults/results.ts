import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { PlantedFault } from './plant.ts';

/** What became of one fault: one line of the results file. */
interface Result extends PlantedFault {
  /** Absent for a fault that nothing has noticed. */
  by?: 'probes' | 'tests';
  /** What failed. */
  noticed?: string;
}

export function appendResult(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** The results by `key`, of earlier runs too: a fault that was noticed once counts as noticed. */
export function readResults(file: string | undefined): Map<string, Result> {
  const results = new Map<string, Result>();
  if (file === undefined || !existsSync(file)) return results;
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const result = JSON.parse(line) as Result;
    if (results.get(result.key)?.by === undefined) results.set(result.key, result);
  }
  return results;
}
