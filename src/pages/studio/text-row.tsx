import { Badge, Button, Textarea } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { Translation } from '#engine/document/document.ts';
import { languageName } from '#engine/document/languages.ts';
import { longestTranslation, placeholderProblem, type TranslationState } from '#engine/document/translations.ts';
import { localeOf } from '../../words/locale.ts';
import { useWords } from '../../words/words.ts';
import styles from './translations.module.css';

interface Props {
  english: string;
  /** What the text is, or where it stands. */
  kind: string;
  language: string;
  state: TranslationState;
  translation?: Translation;
  /** Placeholders that the translation may have or leave out. */
  free?: readonly string[];
  /** Called when the person leaves the text or presses Enter; with an empty text, the translation is gone. */
  onText: (words: string) => void;
}

/** A text of several lines has the height of the longer of both. */
const ROW_CHARACTERS = 44;
const MOST_ROWS = 8;

/** One text in English and in another language. */
export function TextRow({ english, kind, language, state, translation, free, onText }: Props): ReactNode {
  const t = useWords();
  const stored = translation?.text ?? '';
  const [words, setWords] = useState(stored);
  // Undo, or the same English translated at another place.
  useEffect(() => setWords(stored), [stored]);
  const said = words.trim();
  const problem = said === '' ? undefined : placeholderProblem({ from: english, text: said }, free);
  const commit = (): void => {
    if (said !== stored && problem === undefined) onText(said);
  };
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.english}>
        <p className={styles.text}>{english}</p>
        <p className={styles.kind}>
          {kind}
          {state === 'missing' ? (
            <Badge component="span" size="xs" variant="light" color="yellow">
              {t('studio.translations.missing')}
            </Badge>
          ) : null}
          {state === 'outdated' ? (
            <Badge component="span" size="xs" variant="light" color="orange">
              {t('studio.translations.outdated')}
            </Badge>
          ) : null}
        </p>
      </div>
      <div className={styles.said}>
        <Textarea
          size="sm"
          rows={Math.min(MOST_ROWS, Math.ceil(Math.max(english.length, words.length) / ROW_CHARACTERS))}
          lang={localeOf(language)}
          maxLength={longestTranslation}
          aria-label={t('studio.translations.text', { language: languageName(language), text: english })}
          value={words}
          error={problem}
          onChange={(event) => setWords(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            commit();
          }}
        />
        {state === 'outdated' && translation !== undefined ? (
          <p className={styles.kind}>
            {t('studio.translations.madeFrom', { text: translation.from })}
            {placeholderProblem({ from: english, text: translation.text }, free) === undefined ? (
              <Button size="compact-xs" variant="default" onClick={() => onText(translation.text)}>
                {t('studio.translations.stillRight')}
              </Button>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
