import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconChecks, IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { languageName } from '#engine/document/languages.ts';
import { Card } from '../../parts/card.tsx';
import { Message } from '../../parts/message.tsx';
import { freeIn } from '#engine/document/translations.ts';
import type { FlatWords } from '../../words/word-list.ts';
import { useWords } from '../../words/words.ts';
import { PublishWords } from './publish-words.tsx';
import { TextRow } from './text-row.tsx';
import styles from './translations.module.css';
import { groupsOf, matching, useWordChanges, type WordFilter } from './use-word-changes.ts';
import { WordVersions } from './word-versions.tsx';

interface Props {
  language: string;
  english: FlatWords;
  edited: CallReply<'readEditedWords'>;
}

const states = ['all', 'missing', 'outdated', 'changed'] as const;
/** Rows that are shown at first, and with each further step. */
const STEP = 50;

/** The words that are in use with what the person changes, and the versions that were published. */
export function WordsEditor({ language, english, edited }: Props): ReactNode {
  const t = useWords();
  const [filter, setFilter] = useState<WordFilter>({ state: 'all', group: undefined, text: '' });
  const [most, setMost] = useState(STEP);
  const [publishing, setPublishing] = useState(false);
  const { rows, changes, change, discard, published } = useWordChanges(language, english, edited.texts);
  const look = (next: Partial<WordFilter>): void => {
    setFilter({ ...filter, ...next });
    setMost(STEP);
  };
  const found = matching(rows, filter);
  const done = rows.filter(({ state }) => state === 'translated').length;
  return (
    <div className={styles.texts}>
      <Card
        title={t('studio.words.texts', { language: languageName(language) })}
        text={t('studio.words.done', { done, count: rows.length })}
        actions={
          <Group gap="xs">
            {changes.length > 0 ? (
              <Button size="xs" variant="default" onClick={discard}>
                {t('studio.words.discard')}
              </Button>
            ) : null}
            <Button size="xs" disabled={changes.length === 0} onClick={() => setPublishing(true)}>
              {changes.length === 0
                ? t('studio.words.publishNone')
                : t('studio.words.publish', { count: changes.length })}
            </Button>
          </Group>
        }
      >
        <div className={styles.texts}>
          <div className={styles.bar}>
            <TextInput
              size="sm"
              aria-label={t('studio.words.find')}
              placeholder={t('studio.words.find')}
              leftSection={<IconSearch size={16} />}
              value={filter.text}
              onChange={(event) => look({ text: event.currentTarget.value })}
            />
            <Select
              size="sm"
              aria-label={t('studio.words.group')}
              placeholder={t('studio.words.allGroups')}
              data={groupsOf(rows)}
              value={filter.group ?? null}
              clearable
              searchable
              clearButtonProps={{ 'aria-label': t('studio.words.allGroups') }}
              onChange={(value) => look({ group: value ?? undefined })}
            />
            <div className={styles.segments}>
              <SegmentedControl
                size="xs"
                aria-label={t('studio.translations.which')}
                data={states.map((value) => ({
                  value,
                  label: t(`studio.translations.shown.${value}`, {
                    count: matching(rows, { ...filter, state: value }).length,
                  }),
                }))}
                value={filter.state}
                onChange={(state) => look({ state: state as WordFilter['state'] })}
              />
            </div>
          </div>
          {found.length === 0 ? (
            <Message icon={<IconChecks size={28} stroke={1.5} />} title={t('studio.words.none')} />
          ) : (
            <ul
              className={styles.list}
              aria-label={t('studio.translations.list', { language: languageName(language) })}
            >
              {found.slice(0, most).map(({ key, english: text, state, translation }) => (
                <TextRow
                  key={key}
                  english={text}
                  kind={key}
                  language={language}
                  state={state}
                  free={freeIn(key)}
                  {...(translation && { translation })}
                  onText={(words) => change(key, text, words)}
                />
              ))}
            </ul>
          )}
          {found.length > most ? (
            <Button variant="default" size="xs" onClick={() => setMost(most + STEP)}>
              {t('studio.words.more', { count: Math.min(STEP, found.length - most) })}
            </Button>
          ) : null}
        </div>
      </Card>
      <WordVersions language={language} edited={edited} />
      {publishing ? (
        <PublishWords
          language={language}
          base={edited.number}
          changes={changes}
          onPublished={(taken) => {
            published(taken);
            setPublishing(false);
          }}
          onClose={() => setPublishing(false)}
        />
      ) : null}
    </div>
  );
}
