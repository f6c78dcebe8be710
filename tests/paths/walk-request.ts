import type { FlowData } from '#api/contract/workbench.ts';
import type { Tier } from './run-flow.ts';

/** What `npm run paths` is asked for, as the command line spells it. */
export interface Command {
  flow?: string[] | undefined;
  tier: Tier;
  criteria?: string | undefined;
  seed: string;
  path?: string | undefined;
  json: boolean;
  html?: string | undefined;
  junit?: string | undefined;
}

/** What came of it, as plain data: a tier may be walked in another process. */
export interface Walked {
  code: number;
  /** What is told on the command line. */
  text: string;
  /** For the page. */
  data: FlowData[];
  junit: string;
}
