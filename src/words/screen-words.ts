import type { TFunction } from 'i18next';
import { englishWords, type Words } from '#screens/words.tsx';
import { useSpokenWords, useWordsEdition } from './words.ts';

const names = Object.keys(englishWords) as (keyof Words)[];
let known: { edition: number; words: Words } | undefined;

/** What the step screen itself says, in the language in use; in English until its words have come. */
export function useScreenWordsInUse(): Words {
  const t = useSpokenWords();
  return wordsOf(useWordsEdition(), t);
}

/** They are many, and asked for by each drawing of a step: looked up once an edition. */
function wordsOf(edition: number, t: TFunction | undefined): Words {
  if (known?.edition !== edition) known = { edition, words: t ? spokenIn(t) : englishWords };
  return known.words;
}

function spokenIn(t: TFunction): Words {
  return Object.fromEntries(names.map((name) => [name, t(`screen.${name}`) || englishWords[name]])) as unknown as Words;
}
