import { languages, pseudoLanguage } from '#engine/document/languages.ts';
import { useCall } from '../data/use-call.ts';
import { useMay } from '../session/session.ts';
import { defaultLanguage, useWords } from './words.ts';

/** English, each language into which something is translated, and the one that is chosen; the pseudo-language for users of the Studio. */
export function useLanguageChoices(chosen: string): { value: string; label: string }[] {
  const t = useWords();
  const may = useMay();
  const used = new Set((useCall('listLanguages').data ?? []).map(({ language }) => language));
  const offered = languages.filter(({ id }) => id === defaultLanguage || id === chosen || used.has(id));
  const pseudo = chosen === pseudoLanguage || may('SYSTEM:Studio.Access');
  return [
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
    ...(pseudo ? [{ value: pseudoLanguage, label: t('studio.pseudo') }] : []),
  ];
}
