// The kinds of screens that signing in does without at first; fetched with the first flow that has one, or when one is drawn.
export { ConflictStep } from './conflict-step.tsx';
export { MessageStep } from './message-step.tsx';
export { ProgressStep } from './progress-step.tsx';
export { SummaryStep } from './summary-step.tsx';
