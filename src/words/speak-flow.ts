// A flow in a language other than English.
import { spokenScreen } from '#engine/compile/spoken-screen.ts';
import { standardDocuments } from '#engine/document/standard-documents.ts';
import { speakerOf } from '#engine/document/translations.ts';
import type { LoadedFlow } from '../flow/loaded-flow.ts';
import { spokenManifest } from './flow-words.ts';
import type { OtherWords } from './other-words.ts';
import { learnOnce, otherWords } from './words.ts';

/** The flow with its titles and screens in the language. */
export async function speakFlow({ flow, screens }: LoadedFlow, language: string): Promise<LoadedFlow> {
  const ofFlow = await sayOfFlow(language);
  const standard = standardDocuments(flow);
  const spoken = Object.entries(screens).map(([id, screen]) => {
    const isStandard = screen.document.title === standard[id]?.title;
    const say = isStandard ? ({ text }: { text: string }) => ofFlow(text) : speakerOf(screen.document, language);
    return [id, spokenScreen(screen, say)] as const;
  });
  return { flow: spokenManifest(flow, ofFlow), screens: Object.fromEntries(spoken) };
}

/** What a language says for the texts of flows that no document has; their English while its words cannot be read. */
export async function sayOfFlow(language: string): Promise<OtherWords['sayOfFlow']> {
  await learnOnce(language).catch(() => undefined);
  return otherWords(language)?.sayOfFlow ?? ((english) => english);
}
