import { requireDataDirectory } from './data-directory.ts';
import { DirectoryInUse, refuseUsedDirectory } from './database/embedded/directory-lock.ts';
import { giveUp } from './give-up.ts';
import { readSettings, SettingsWrong } from './settings.ts';

// What can be refused is refused before the server is loaded, which takes longer than all of this.
try {
  const settings = readSettings();
  requireDataDirectory(settings.dataDirectory);
  refuseUsedDirectory(settings.dataDirectory);
  const { serve } = await import('./serve.ts');
  await serve(settings);
} catch (error) {
  if (error instanceof SettingsWrong) giveUp(error.problems.join('\n'));
  if (error instanceof DirectoryInUse) giveUp(error.message);
  throw error;
}
