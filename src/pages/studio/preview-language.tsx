import { Select } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { languageName, languages, pseudoLanguage, translatedLanguages } from '#engine/document/languages.ts';
import { pseudo } from '#engine/document/pseudo.ts';
import { englishWords, ScreenWordsProvider, type Words } from '#screens/words.tsx';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { localeOf } from '../../words/locale.ts';
import { defaultLanguage, useWords } from '../../words/words.ts';

interface Props {
  loaded: LoadedFlow;
  language: string;
  onLanguage: (language: string) => void;
}

/** In which language the screens are shown: those that one of them has, and the pseudo-language. */
export function PreviewLanguage({ loaded, language, onLanguage }: Props): ReactNode {
  const t = useWords();
  const used = new Set(
    Object.values(loaded.screens).flatMap(({ document }) => Object.keys(document.translations ?? {})),
  );
  const translated = translatedLanguages.filter(({ id }) => used.has(id) || id === language);
  return (
    <Select
      size="xs"
      w={190}
      aria-label={t('studio.language')}
      allowDeselect={false}
      data={[
        ...languages
          .filter(({ id }) => id === defaultLanguage)
          .map(({ id }) => ({ value: id, label: languageName(id) })),
        ...translated.map(({ id, english }) => ({ value: id, label: english })),
        { value: pseudoLanguage, label: t('studio.pseudo') },
      ]}
      value={language}
      onChange={(value) => value !== null && onLanguage(value)}
    />
  );
}

/** The step's own words around a screen: in the pseudo-language with it, else as the console speaks them. */
export function SpokenAround({ language, children }: { language: string; children: ReactNode }): ReactNode {
  const words = useMemo(
    () => Object.fromEntries(Object.entries(englishWords).map(([key, text]) => [key, pseudo(text)])) as Words,
    [],
  );
  const inside =
    language === pseudoLanguage ? <ScreenWordsProvider value={words}>{children}</ScreenWordsProvider> : children;
  return (
    <div lang={localeOf(language)} style={{ display: 'contents' }}>
      {inside}
    </div>
  );
}
