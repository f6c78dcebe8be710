import type { Page } from 'playwright-core';
import type { Prepared } from './browser-case.ts';
import type { EffectCalls } from './effect-calls.ts';
import type { Hands } from './hands.ts';
import type { JobCalls } from './job-calls.ts';
import type { UploadCalls } from './upload-calls.ts';

/** Where a person sits: the page, the server behind it, and what was prepared for the path. */
export interface Desk {
  page: Page;
  calls: EffectCalls;
  jobs: JobCalls;
  uploads: UploadCalls;
  hands: Hands;
  prepared: Prepared;
  /** The address at which the flow is opened. */
  url: string;
  /** States in which axe has looked already. */
  checked: Set<string>;
  /** Takes a picture; answers where it stands beside the report. */
  picture?: ((page: Page) => Promise<string>) | undefined;
  /** Gives the page up for whoever comes next. */
  leave(): Promise<void>;
}
