import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PathAnswers, WalkOptions, WalkQuestion } from './path-thread.ts';
import { root, walkInProcess } from './walk-process.ts';

const program = join(root, 'tests/paths/browser/walk-question.ts');
const tsx = join(root, 'node_modules/tsx/dist/loader.mjs');

interface BrowserModule {
  findBrowser(how: { install: boolean; shell: boolean; say: () => void }): Promise<string | undefined>;
}

/** The browser of this computer in which paths are walked; undefined without one, and without the packages of the tests. */
export async function browserForPaths(): Promise<string | undefined> {
  if (!existsSync(tsx) || !existsSync(program)) return undefined;
  try {
    const script = pathToFileURL(join(root, 'scripts/browser.mjs')).href;
    const { findBrowser } = (await import(script)) as BrowserModule;
    return await findBrowser({ install: false, shell: true, say: () => undefined });
  } catch {
    // CHROMIUM_PATH names nothing that can be run, or the driver is not installed.
    return undefined;
  }
}

/**
 * Walks the generated paths of a flow in a browser, on a server with a database of its own that are thrown away. `texts`: the published
 * documents by `<flow>/<screen>`, which that server publishes first.
 * @throws PathsTooLong
 */
export async function walkInBrowser(
  question: WalkQuestion & { texts: Readonly<Record<string, string>> },
  options: WalkOptions,
): Promise<PathAnswers['walk']> {
  const browser = await browserForPaths();
  if (browser === undefined) throw new Error('The browser of this server is gone');
  const how = {
    arguments: ['--import', pathToFileURL(tsx).href, program],
    environment: { CHROMIUM_PATH: browser },
    hasDatabase: true,
  };
  return walkInProcess(question, how, options);
}
