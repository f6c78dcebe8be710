import type { Stand, Survey } from '../generator/survey.ts';
import type { LoadedFlow } from '../load.ts';
import type { Requests } from '../requests.ts';

/** What a law is asked of. The survey and the requests are made when the first law asks for them. */
export interface Asked extends LoadedFlow {
  readonly found: Survey;
  readonly requests: readonly Requests[];
}

/** One way in which the flow breaks a law, and the context that it shows in. */
export interface Problem {
  problem: string;
  at?: Stand;
}
