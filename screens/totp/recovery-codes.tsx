import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { useScreenWords } from '../words.tsx';
import styles from './totp.module.css';

/** The codes that let a person in who has lost the authenticator, to be kept elsewhere: shown once. */
export default function RecoveryCodesPart({ view }: SpecialPartProps): ReactNode {
  const words = useScreenWords();
  const { recoveryCodes = [] } = view.shown;
  if (recoveryCodes.length === 0) return null;
  const text = recoveryCodes.join('\n');
  return (
    <div className={styles.recovery}>
      <ul className={styles.codes} aria-label="Recovery codes">
        {recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <CopyButton text={text} subject="the codes" />
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="cairn-recovery-codes.txt"
        >
          {words.download}
        </Button>
      </div>
    </div>
  );
}
