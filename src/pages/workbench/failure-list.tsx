import { Button } from '@mantine/core';
import { IconPlayerSkipForward } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FlowData } from '#api/contract/workbench.ts';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '#screens/shared/copy-button.tsx';
import { useWords } from '../../words/words.ts';
import styles from './workbench.module.css';

const MOST_SHOWN = 50;

/** What is wrong with a flow, the shortest way to it first, each with the command that shows it again. */
export function FailureList({ data, onPlay }: { data: FlowData; onPlay: (spelled: string) => void }): ReactNode {
  const t = useWords();
  const { failures, holes } = data;
  const count = failures.length + holes.length;
  if (count === 0) return null;
  return (
    <Card title={t('workbench.failures')} count={count} flush>
      <ul className={styles.failures}>
        {failures.slice(0, MOST_SHOWN).map(({ problems, state, steps, spelled, reproduce, lowest }, index) => (
          <li key={index}>
            {problems.map((problem) => (
              <p key={problem} className={styles.problem}>
                {problem}
              </p>
            ))}
            {state === '' ? null : (
              <p className={styles.quiet}>
                {t('workbench.failedIn', { state, tier: t(`workbench.tier.${lowest}`), count: steps.length })}
              </p>
            )}
            <div className={styles.reproduce}>
              <code>{reproduce}</code>
              <CopyButton text={reproduce} subject={t('workbench.command')} />
            </div>
            {spelled === '' ? null : (
              <div>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconPlayerSkipForward size={14} />}
                  onClick={() => onPlay(spelled)}
                >
                  {t('workbench.stepThrough')}
                </Button>
              </div>
            )}
          </li>
        ))}
        {holes.slice(0, MOST_SHOWN).map((hole) => (
          <li key={hole}>
            <p className={styles.problem}>{t('workbench.hole', { item: hole })}</p>
          </li>
        ))}
      </ul>
      {count > 2 * MOST_SHOWN ? <p className={styles.empty}>{t('workbench.moreFailures')}</p> : null}
    </Card>
  );
}
