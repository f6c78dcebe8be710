import { defaultLanguage, languageInUse, sayOfFlow } from '../words/words.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/**
 * The flow with its titles and screens in a language, by default the one that the console speaks: texts that it does not translate stay English. An
 * open flow keeps the language in which it was opened.
 */
export async function inLanguage(loaded: LoadedFlow, language = languageInUse()): Promise<LoadedFlow> {
  if (language === defaultLanguage) return loaded;
  const [{ spokenScreen }, { speakerOf }, { standardDocuments }, { spokenManifest }, ofFlow] = await Promise.all([
    import('#engine/compile/spoken-screen.ts'),
    import('#engine/document/translations.ts'),
    import('#engine/document/standard-documents.ts'),
    import('../words/flow-words.ts'),
    sayOfFlow(language),
  ]);
  const standard = standardDocuments(loaded.flow);
  const screens = Object.entries(loaded.screens).map(([id, screen]) => {
    const say = speakerOf(screen.document, language);
    const isOwn = !Object.hasOwn(standard, id) || screen.document.title !== standard[id]?.title;
    return [id, spokenScreen(screen, isOwn ? say : ({ text }) => ofFlow(text))] as const;
  });
  return { flow: spokenManifest(loaded.flow, ofFlow), screens: Object.fromEntries(screens) };
}
