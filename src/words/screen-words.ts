import { useMemo } from 'react';
import { englishWords, type Words } from '#screens/words.tsx';
import { useSpokenWords } from './words.ts';

const names = Object.keys(englishWords) as (keyof Words)[];
const BETWEEN = '\u0000';

/** What the step screen itself says, in the language in use; in English until its words have come. */
export function useScreenWordsInUse(): Words {
  const t = useSpokenWords();
  const said = t ? names.map((name) => t(`screen.${name}`)).join(BETWEEN) : '';
  return useMemo(() => {
    const words = said.split(BETWEEN);
    return Object.fromEntries(
      names.map((name, index) => [name, words[index] || englishWords[name]]),
    ) as unknown as Words;
  }, [said]);
}
