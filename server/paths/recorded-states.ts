import type { RecordedState, RecordedStep } from '#api/contract/recordings.ts';

interface Recorded {
  steps: readonly RecordedStep[];
  outcome: string | null;
}

interface Counted extends Omit<RecordedState, 'medianMs' | 'state'> {
  times: number[];
}

/** What recorded sessions did in each state, in the order in which the states were first seen. */
export function statesOf(recordings: readonly Recorded[]): RecordedState[] {
  const byState = new Map<string, Counted>();
  for (const { steps, outcome } of recordings) {
    const spent = new Map<string, number>();
    const came = new Set<string>();
    for (const [index, { at, state, event }] of steps.entries()) {
      const next = steps[index + 1];
      const counted = byState.get(state) ?? { sessions: 0, left: 0, back: 0, refused: 0, times: [] };
      byState.set(state, counted);
      if (!came.has(state)) counted.sessions += 1;
      came.add(state);
      if (next !== undefined) spent.set(state, (spent.get(state) ?? 0) + next.at - at);
      if (next?.event === 'back') counted.back += 1;
      if (event.startsWith('refuse ')) counted.refused += 1;
    }
    for (const [state, ms] of spent) byState.get(state)?.times.push(ms);
    const last = outcome === 'closed' ? steps.at(-2) : steps.at(-1);
    const ended = byState.get(last?.state ?? '');
    if (ended && (outcome === 'closed' || outcome === 'left')) ended.left += 1;
  }
  return [...byState].map(([state, { times, ...counted }]) => ({ state, ...counted, medianMs: median(times) }));
}

function median(times: number[]): number | null {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
