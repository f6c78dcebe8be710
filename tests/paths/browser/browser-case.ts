import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { Answers } from '#engine/flow/flow.ts';
import type { Path } from '../generator/path.ts';
import type { Product } from '../../product/product.ts';
import type { JobOfPath } from './job-calls.ts';

/** What has to be there for one path, and what a person there knows of it. */
export interface Prepared {
  /** The entity that EDIT changes. */
  subject?: string;
  /** What the page gives the flow, in the place of what the other tiers give it. */
  opensWith?: Answers;
  /** What the address carries, in the place of what the other tiers carry. */
  params?: Readonly<Record<string, string>>;
  /** Where a flow that has no address is opened: a route, and what a person does there. */
  place?: {
    route: string;
    open(page: Page): Promise<void>;
    /** A page that is loaded again has closed it: opened again, it offers its draft. */
    resumes?: boolean;
  };
  /** The answers with which the real server does what the path says; as they are unless said here. */
  answers?(screen: string, data: Answers): Answers;
  /** What the case says of a state, as the path's own things are called: every word is asked for all the same. */
  told?(words: string): string;
  /** Words of choices that the server names: `/clientId` and a value. */
  words?(pointer: string, value: unknown): string | undefined;
  /** Where the file lies that an answer spells. */
  file?(answer: string): Promise<string>;
  /**
   * Ends of effects that the server itself brings about, with what makes it do so: `signIn MFA_REQUIRED`, `signIn done`; or a
   * reply by its name, `checkDirectoryJob done same path`.
   */
  before?: Readonly<Record<string, (replies: ServerReplies) => Promise<void>>>;
  /** Replies in the place of the real server's, where it would give them after days only or of another run: `readEnrollment changed too late`. */
  given?: Readonly<Record<string, unknown>>;
  /** Who does the flow's jobs, by effect. */
  jobs?: Readonly<Record<string, JobOfPath>>;
  /** The path is over. */
  end?(): Promise<void>;
}

/** What the server replied last, by effect. */
type ServerReplies = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How a flow is opened in the built product: `tests/paths/<flow>/browser.ts`. */
export interface BrowserCase {
  /** `admin`: by a system administrator. `nobody`: at the door. `unset`: on a server that nobody has set up. */
  opened: 'admin' | 'nobody' | 'unset';
  /** What the flow begins with follows the time: the clock of the page stands still while a path is walked. */
  stopsClock?: boolean;
  /** Ways to open the flow that nobody brings about here, each with its reason. */
  notOpened?: Readonly<Record<string, string>>;
  /** What the page that opens the flow answers first, though the path does not: names of fields, by screen. */
  begins?: Readonly<Record<string, readonly string[]>>;
  /** `cookie` is of a system administrator who does nothing else meanwhile. */
  prepare?(at: { product: Product; cookie: string; path: Path }): Promise<Prepared>;
}

export function browserCase(known: BrowserCase): BrowserCase {
  return known;
}

/** Flows without a file of their own are opened by the administrator, and nothing has to be there. */
const usual = browserCase({ opened: 'admin' });

export async function caseOf(flow: string): Promise<BrowserCase> {
  const file = join(import.meta.dirname, '..', flow, 'browser.ts');
  if (!existsSync(file)) return usual;
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: BrowserCase };
  return module.default;
}
