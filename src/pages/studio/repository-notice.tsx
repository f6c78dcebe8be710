import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Notice } from '../../parts/notice.tsx';
import { useWords } from '../../words/words.ts';

interface Props {
  repository: CallReply<'readEditedScreen'>['repository'];
  /** The user's own change. */
  text: string;
  onText: (text: string) => void;
}

/** Says that the operator's repository has another document than the one in use, and takes it as a change that can be undone. */
export function RepositoryNotice({ repository, text, onText }: Props): ReactNode {
  const t = useWords();
  if (repository === null || repository.text === text) return null;
  return (
    <Notice
      title={t('studio.repository.other', { commit: repository.commit.slice(0, 7) })}
      text={t('studio.repository.otherText')}
      actions={
        <Button size="xs" variant="default" onClick={() => onText(repository.text)}>
          {t('studio.repository.take')}
        </Button>
      }
    />
  );
}
