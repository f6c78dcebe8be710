// The kinds of screens that a flow of forms alone (signing in) does without; fetched with the first flow that has one.
export { ConflictStep } from './conflict-step.tsx';
export { MessageStep } from './message-step.tsx';
export { ProgressStep } from './progress-step.tsx';
export { SummaryStep } from './summary-step.tsx';
