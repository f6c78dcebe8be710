import type { Criterion } from '../criteria.ts';

export const meaning: Record<Criterion, string> = {
  states: 'Every state was stood in.',
  transitions: 'Every transition was taken, from every class of context that its guards tell apart.',
  guards: 'Every question that a guard asks was answered both ways.',
  pairs: 'Every transition was followed by every one that may follow it.',
  boundaries: 'Every bound, rule and choice of the screens was tried just inside and just outside.',
  sneak: 'Every event that a state does not declare was sent there and changed nothing.',
  reload: 'The flow was put down in every state, brought back, and went on to the same end.',
  outcomes: 'Every way that an effect may end was seen on the screen in its words.',
  approved: 'The flow does what a person approved.',
  laws: 'The flow keeps what is right for every flow.',
};

export function time(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
