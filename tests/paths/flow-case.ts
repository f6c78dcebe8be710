import type { Pointer } from '#engine/document/document.ts';
import type { Answers, FlowInput, JobProgress } from '#engine/flow/flow.ts';
import type { Seen } from './seen.ts';

/** What a person must see in a state, in every tier. */
export interface StateCase {
  /** The heading, word for word; one of several where it names a number. */
  heading: string | readonly string[];
  /** Words that must stand on the screen beside it. */
  says?: readonly string[];
  /** Words that it must say on some path: what a field says when it is refused. Asked of runs that try every bound. */
  sometimes?: readonly string[];
  /** Buttons that must be there, by their words; others may be. */
  offers?: readonly string[];
  /** Anything else: throw (or `expect`) to fail. */
  check?(seen: Seen): void;
  /** Ids of what the state shows by the words above (`npm run clauses`). */
  clauses?: readonly string[];
  /** More answers to give at the state's screen, by name; they must be valid where they are given. */
  answers?: Readonly<Record<string, Answers>>;
  /** Answers that every run gives in the state, by name, without secrets: the form must take them. */
  cases?: Readonly<Record<string, Answers>>;
}

/** What testers know of a flow beside its machine and screens: `tests/paths/<flow>/flow.ts`, and a file a state beside it. */
export interface FlowCase {
  /** Ways to open it, by name, beside NEW (and EDIT where the flow has a route for it). */
  inputs?: Readonly<Record<string, Partial<FlowInput>>>;
  /** Replies of its effects that lead different ways, by name; made from the catalogue where nothing is said. */
  replies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** How far its jobs may be, by name; begun and half done where nothing is said. */
  progress?: Readonly<Record<string, Readonly<Record<string, JobProgress>>>>;
  /** Outcomes that the screen tells in words of its own: `signIn MFA_REQUIRED` → the words. */
  told?: Readonly<Record<string, string>>;
  /** The field that says a refusal of which the server names none, by its code: `EMAIL_ALREADY_IN_USE` → `/email`. */
  refusedAt?: Readonly<Record<string, Pointer>>;
  /** States and transitions that no path can reach, and why. */
  unreachable?: Readonly<Record<string, string>>;
  /** Answers that no request sends, `setup/zone`, and why. */
  notSent?: Readonly<Record<string, string>>;
  /** Tiers that do not walk the flow, and why. */
  notIn?: Readonly<Partial<Record<'dom' | 'browser', string>>>;
  /** Budgets of this flow by tier, in place of those in `budget.ts`. A comment at the flow's case gives the reason. */
  budget?: Readonly<Partial<Record<'machine' | 'dom' | 'browser', number>>>;
  states?: Readonly<Record<string, StateCase>>;
  /** Spelled paths that runs walk in addition to the generated ones; in a checkout the lines of `kept-paths.txt`. */
  keptPaths?: readonly string[];
}

export function flowCase(known: FlowCase): FlowCase {
  return known;
}

/** The default export of `tests/paths/<flow>/<state>.ts`. */
export function stateCase(known: StateCase): StateCase {
  return known;
}

/** What testers add to states in the Workbench, by state: words that it says, always or on some path, buttons that it offers, and cases. */
export type Assertions = Readonly<Record<string, Pick<StateCase, 'says' | 'sometimes' | 'offers' | 'cases'>>>;

/** The case with these assertions and paths added. */
export function caseWith(known: FlowCase, assertions: Assertions, keptPaths: readonly string[] = []): FlowCase {
  const states: Record<string, StateCase> = { ...known.states };
  for (const [state, more] of Object.entries(assertions)) {
    const own = states[state] ?? { heading: [] };
    const both = (key: 'says' | 'sometimes' | 'offers') => [...(own[key] ?? []), ...(more[key] ?? [])];
    const cases = { ...own.cases, ...more.cases };
    states[state] = { ...own, says: both('says'), sometimes: both('sometimes'), offers: both('offers'), cases };
  }
  return { ...known, states, keptPaths: [...(known.keptPaths ?? []), ...keptPaths] };
}
