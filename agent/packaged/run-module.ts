import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, runInThisContext } from 'node:vm';

/** Runs an ES module of a file. The main script of a single executable has no loader of its own, so this takes Node's. */
export async function runModule(file: string): Promise<void> {
  const load: unknown = runInThisContext('(url) => import(url)', {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (typeof load === 'function') await load(pathToFileURL(resolve(file)).href);
}
