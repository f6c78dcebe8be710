// A flow in a language other than English.
import { spokenScreen } from '#engine/compile/spoken-screen.ts';
import { standardDocuments } from '#engine/document/standard-documents.ts';
import type { DocumentText } from '#engine/document/texts.ts';
import { speakerOf } from '#engine/document/translations.ts';
import type { LoadedFlow } from '../flow/loaded-flow.ts';
import { spokenManifest } from './flow-words.ts';
import type { OtherWords } from './other-words.ts';
import { learnOnce, otherWords } from './words.ts';

/** The flow with its titles and screens in the language. */
export async function speakFlow(loaded: LoadedFlow, language: string): Promise<LoadedFlow> {
  const { flow, screens } = loaded;
  const ofFlow = await sayOfFlow(language);
  const standard = standardDocuments(flow);
  const spoken = Object.entries(screens).map(([id, screen]) => {
    const own = speakerOf(screen.document, language);
    // A document of the flow's own may replace a standard screen: its translations come first.
    const say = (text: DocumentText): string => {
      const said = own(text);
      return said === text.text && Object.hasOwn(standard, id) ? ofFlow(text.text) : said;
    };
    return [id, spokenScreen(screen, say)] as const;
  });
  return { ...loaded, flow: spokenManifest(flow, ofFlow), screens: Object.fromEntries(spoken) };
}

/** The translation of manifest texts (`flow-words.ts`) into the language; returns the English when its words cannot be read. */
export async function sayOfFlow(language: string): Promise<OtherWords['sayOfFlow']> {
  await learnOnce(language).catch(() => undefined);
  return otherWords(language)?.sayOfFlow ?? ((english) => english);
}
