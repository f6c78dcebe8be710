import type { TFunction } from 'i18next';
import { englishWords, type Words } from '#screens/words.tsx';
import { unlisted, useSpokenWords, useWordsEdition } from './words.ts';

let known: { edition: number; words: Words } | undefined;

/** The step screen's own texts in the current language; in English until translations load. */
export function useScreenWordsInUse(): Words {
  const t = useSpokenWords();
  return wordsOf(useWordsEdition(), t);
}

/** Cached per edition, because every render of a step reads all of them. */
function wordsOf(edition: number, t: TFunction | undefined): Words {
  if (known?.edition !== edition) known = { edition, words: t ? translateWords(t) : englishWords };
  return known.words;
}

/** All that the language file has under `screen`: parts that are fetched later have words of their own there. */
function translateWords(t: TFunction): Words {
  const names = Object.keys(t('screen', { returnObjects: true }));
  const spoken = names.map((name) => [name, t(`screen.${name}`)]).filter(([, text]) => text !== '');
  const english = Object.entries(englishWords).map(([name, text]) => [name, unlisted(text)]);
  return { ...Object.fromEntries(english), ...Object.fromEntries(spoken) } as Words;
}
