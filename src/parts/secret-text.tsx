import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import styles from './parts.module.css';

/** A secret or link that is shown only once, with a copy button. */
export function SecretText({ text, label }: { text: string; label: string }): ReactNode {
  const t = useWords();
  return (
    <div className={styles.secret} role="group" aria-label={label}>
      <span className={styles.secretText}>{text}</span>
      <CopyButton value={text} timeout={2000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('copied') : t('copy')}>
            <ActionIcon onClick={copy} aria-label={copied ? t('copied') : t('copyWhat', { what: label })}>
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
