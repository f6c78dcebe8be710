import type { Pointer, ScreenKind } from '../document/document.ts';
import type { Answers, Mode, Refusal, Retries, Shown, Theirs } from './flow.ts';

export interface StepItem {
  id: string;
  title: string;
  status: 'done' | 'current' | 'upcoming';
  /** Whether `step.chosen` would lead there now. */
  canChoose: boolean;
  /** Whether it would, once the step that stands is submitted. */
  afterThis?: true;
  /** Title of the earlier step that has to be finished before `step.chosen` leads there. */
  blockedBy?: string;
}

/** A state of a flow as the step screen needs it: plain data, made by `viewOf`. */
export interface StepView {
  flow: string;
  mode: Mode;
  /** The machine's state value as a dotted path: `editing.setup`. */
  state: string;
  screen: string;
  kind: ScreenKind;
  /** An effect is under way. */
  busy: boolean;
  /** Of a form that is tested first: whether its submit tests, or goes on. */
  test?: 'needed' | 'passed';
  /** The job is done; what is left is to read the outcome. */
  over?: true;
  /** The machine has come to its end. */
  done: boolean;
  data: Answers;
  /** Every screen's answers, for summaries and dependent options. */
  answers: Record<string, Answers>;
  /** EDIT: every screen's answers as they are stored. */
  stored?: Record<string, Answers>;
  /** What somebody else saved meanwhile. */
  theirs?: Theirs;
  locked: readonly Pointer[];
  steps: readonly StepItem[];
  /** 1-based; 0 when the screen is not a step. */
  position: number;
  total: number;
  /** Which events the machine takes in this state. */
  can: {
    submit: boolean;
    back: boolean;
    close: boolean;
    confirm: boolean;
    retry: boolean;
    event(type: string): boolean;
  };
  refusal?: Refusal;
  /** While an effect reads again after the refusal. */
  retries?: Retries;
  words: Record<string, string>;
  shown: Shown;
}
