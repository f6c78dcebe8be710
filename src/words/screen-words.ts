import type { TFunction } from 'i18next';
import { englishWords, type Words } from '#screens/words.tsx';
import { useSpokenWords, useWordsEdition } from './words.ts';

const names = Object.keys(englishWords) as (keyof Words)[];
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

function translateWords(t: TFunction): Words {
  return Object.fromEntries(names.map((name) => [name, t(`screen.${name}`) || englishWords[name]])) as unknown as Words;
}
