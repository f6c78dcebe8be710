import { useEffect, useState } from 'react';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { inLanguage } from '../../flow/spoken-flow.ts';
import { defaultLanguage } from '../../words/words.ts';

interface Spoken {
  loaded: LoadedFlow;
  language: string;
  spoken: LoadedFlow;
}

/** The flow in a language; in the one before while this one loads. */
export function useSpokenFlow(loaded: LoadedFlow, language: string): Omit<Spoken, 'loaded'> {
  const [last, setLast] = useState<Spoken>({ loaded, language: defaultLanguage, spoken: loaded });
  useEffect(() => {
    let left = false;
    inLanguage(loaded, language).then(
      (spoken) => left || setLast({ loaded, language, spoken }),
      // Its code could not be fetched: what is shown stays.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [loaded, language]);
  return language === defaultLanguage ? { language, spoken: loaded } : last;
}
