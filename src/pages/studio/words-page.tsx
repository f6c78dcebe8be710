import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { translatedLanguages } from '#engine/document/languages.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Page } from '../../shell/page.tsx';
import { refusalWords } from '../../words/refusal-words.ts';
import { wordsToTranslate, type FlatWords } from '../../words/word-list.ts';
import { englishWords, useWords } from '../../words/words.ts';
import { studioPath, wordsPath } from './paths.ts';
import styles from './translations.module.css';
import { WordsEditor } from './words-editor.tsx';

/** The console's own words in English and in another language. */
export default function WordsPage(): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const language = translatedLanguages.find(({ id }) => id === search['language'])?.id;
  return (
    <Page
      title={t('studio.words.title')}
      description={t('studio.words.text')}
      parents={[{ path: studioPath, title: t('studio.title') }]}
      actions={
        <Select
          aria-label={t('studio.translations.language')}
          placeholder={t('studio.translations.choose')}
          data={translatedLanguages.map(({ id, english }) => ({ value: id, label: english }))}
          value={language ?? null}
          allowDeselect={false}
          searchable
          onChange={(value) =>
            value !== null && void navigate({ to: wordsPath, search: { language: value } as never, replace: true })
          }
        />
      }
    >
      {language === undefined ? (
        <p className={styles.quiet}>{t('studio.words.choose')}</p>
      ) : (
        <Words key={language} language={language} />
      )}
    </Page>
  );
}

function Words({ language }: { language: string }): ReactNode {
  const t = useWords();
  const read = useCall('readEditedWords', { params: { language } });
  const english = useQuery<FlatWords, CallFailed>({
    queryKey: ['englishWords'],
    queryFn: async () => {
      const [{ textsOfFlows }, words] = await Promise.all([import('./flow-texts.ts'), englishWords()]);
      return new Map([...wordsToTranslate(words), ...textsOfFlows, ...refusalWords()]);
    },
  });
  return (
    <DataState of={english} failed={t('studio.words.notLoaded')} tall>
      {(words) => (
        <DataState of={read} failed={t('studio.words.notLoaded')} tall>
          {(edited) => <WordsEditor language={language} english={words} edited={edited} />}
        </DataState>
      )}
    </DataState>
  );
}
