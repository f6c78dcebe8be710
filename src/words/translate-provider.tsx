import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { inEnglish, TranslateContext, type Translate } from '#screens/shared/translate.ts';
import { unlisted, useSpokenWords, useWordsEdition } from './words.ts';

let known: { edition: number; translate: Translate } | undefined;

/** Translates the inline texts of screen components into the current language. */
export function TranslateProvider({ children }: { children: ReactNode }): ReactNode {
  const t = useSpokenWords();
  return <TranslateContext value={translateOf(useWordsEdition(), t)}>{children}</TranslateContext>;
}

/** i18next keeps the same function across languages, so create a new one per edition to trigger a render. */
function translateOf(edition: number, t: TFunction | undefined): Translate {
  if (known?.edition !== edition) known = { edition, translate: t ? translateBy(t) : inEnglish };
  return known.translate;
}

function translateBy(t: TFunction): Translate {
  return (key, english, values = {}) =>
    typeof english === 'string'
      ? t(key, unlisted(english), values)
      : t(key, { ...values, defaultValue_one: unlisted(english.one), defaultValue_other: unlisted(english.other) });
}
