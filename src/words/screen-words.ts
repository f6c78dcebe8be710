import { useMemo } from 'react';
import { englishWords, type Words } from '#screens/words.tsx';
import { useWords } from './words.ts';

const names = Object.keys(englishWords) as (keyof Words)[];
const BETWEEN = '\u0000';

/** What the step screen itself says, in the language in use; in English until its words have come. */
export function useScreenWordsInUse(): Words {
  const t = useWords();
  const said = names.map((name) => t(`screen.${name}`)).join(BETWEEN);
  return useMemo(() => {
    const words = said.split(BETWEEN);
    return Object.fromEntries(
      names.map((name, index) => [name, words[index] || englishWords[name]]),
    ) as unknown as Words;
  }, [said]);
}
