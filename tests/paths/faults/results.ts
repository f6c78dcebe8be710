import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { keyOf, type Fault } from './fault.ts';
import type { Verdict } from './judge.ts';

/** By key, the latest of each fault. */
export function readVerdicts(file: string | undefined): Map<string, Verdict> {
  if (file === undefined || !existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Verdict).map((verdict) => [verdict.key, verdict]));
}

export function appendVerdict(file: string | undefined, verdict: Verdict): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(verdict)}\n`);
}

/** What an earlier run with this file saw noticed by both is not judged again. */
export function isSettled(verdict: Verdict | undefined): boolean {
  return verdict?.approved !== undefined && verdict.laws !== undefined;
}

export function left(faults: readonly Fault[], verdicts: ReadonlyMap<string, Verdict>): Fault[] {
  return faults.filter((fault) => !isSettled(verdicts.get(keyOf(fault))));
}
