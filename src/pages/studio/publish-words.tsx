import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WordChange } from '#api/contract/console-words.ts';
import { longestNote } from '#api/contract/studio.ts';
import { languageName } from '#engine/document/languages.ts';
import { useAct } from '../../data/use-act.ts';
import { relearn, useWords } from '../../words/words.ts';
import styles from './screen-editor.module.css';

interface Props {
  language: string;
  /** Number of the version that was changed. */
  base: number;
  changes: readonly WordChange[];
  onPublished: () => void;
  onClose: () => void;
}

/** More changes are only counted. */
const MOST_LISTED = 20;
/** What one call takes. */
const MOST_CHANGES = 1000;

/** Says what changes, and publishes it. */
export function PublishWords({ language, base, changes, onPublished, onClose }: Props): ReactNode {
  const t = useWords();
  const [note, setNote] = useState('');
  const publish = useAct('publishConsoleWords', {
    done: ({ number }) => t('studio.editor.published', { number }),
    failed: t('studio.words.publishFailed'),
    refresh: ['readEditedWords', 'listLanguages'],
  });
  const run = async (): Promise<void> => {
    const body = { base, note, changes: changes.slice(0, MOST_CHANGES) };
    if ((await publish.run({ params: { language }, body })) === undefined) return;
    // This page goes on with the words of before where the new ones cannot be read.
    await relearn(language).catch(() => undefined);
    onPublished();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('studio.words.publishTitle', { language: languageName(language) })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('studio.words.publishText')}</Text>
        <div className={styles.changes}>
          <ul>
            {changes.slice(0, MOST_LISTED).map(({ key, from, text }) => (
              <li key={key}>
                {text === ''
                  ? t('studio.words.untranslated', { english: from })
                  : t('studio.words.translated', { english: from, after: text })}
              </li>
            ))}
          </ul>
          {changes.length > MOST_LISTED ? (
            <p className={styles.quiet}>{t('studio.words.andMore', { count: changes.length - MOST_LISTED })}</p>
          ) : null}
        </div>
        <Textarea
          label={t('studio.editor.publishNote')}
          description={t('studio.editor.publishNoteHelp')}
          maxLength={longestNote}
          rows={2}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {publish.failure ? (
          <Text size="sm" c="var(--cairn-bad)" role="alert">
            {publish.failure.message}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={publish.busy} onClick={() => void run()}>
            {t('studio.words.publishAct')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
