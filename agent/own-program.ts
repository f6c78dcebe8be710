import { isSea } from 'node:sea';

/** The subcommand of the single executable that runs an ES module. */
export const runModuleCommand = 'run-module';

/** Arguments for `process.execPath` that run an ES module: Node takes its file, the single executable a subcommand. */
export function moduleArguments(file: string, isSingleExecutable = isSea()): string[] {
  return isSingleExecutable ? [runModuleCommand, file] : [file];
}
