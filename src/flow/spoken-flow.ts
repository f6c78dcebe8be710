import { defaultLanguage, languageInUse } from '../words/words.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/**
 * The flow with its screens in a language, by default the one that the console speaks: texts that it does not translate stay English. An
 * open flow keeps the language in which it was opened.
 */
export async function inLanguage(loaded: LoadedFlow, language = languageInUse()): Promise<LoadedFlow> {
  if (language === defaultLanguage) return loaded;
  const [{ spokenScreen }, { speakerOf }] = await Promise.all([
    import('#engine/compile/spoken-screen.ts'),
    import('#engine/document/translations.ts'),
  ]);
  const screens = Object.entries(loaded.screens).map(
    ([id, screen]) => [id, spokenScreen(screen, speakerOf(screen.document, language))] as const,
  );
  return { ...loaded, screens: Object.fromEntries(screens) };
}
