import { defaultLanguage, languageInUse } from '../words/words.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/**
 * The flow with its titles and screens in a language, by default the one that the console speaks: texts that it does not translate
 * stay English. An open flow keeps the language in which it was opened.
 */
export async function inLanguage(loaded: LoadedFlow, language = languageInUse()): Promise<LoadedFlow> {
  if (language === defaultLanguage) return loaded;
  const { speakFlow } = await import('../words/speak-flow.ts');
  return speakFlow(loaded, language);
}
