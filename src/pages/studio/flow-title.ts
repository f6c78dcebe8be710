import { languageInUse, otherWords } from '../../words/words.ts';
import { flowManifests } from '../../flow/registry.ts';

/** What a flow is called, in the language of the console; its id if there is no such flow. */
export function flowTitle(id: string): string {
  const title = flowManifests.get(id)?.title.NEW;
  if (title === undefined) return id;
  return otherWords(languageInUse())?.sayOfFlow(title) ?? title;
}
