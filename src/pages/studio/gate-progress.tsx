import { Button, Group, Loader, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { keyOf, useCall } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import styles from './screen-editor.module.css';

interface Props {
  flow: string;
  screen: string;
  onStop: () => void;
}

/** How far the user's own check or publication of the screen is, asked once a second. */
export function GateProgress({ flow, screen, onStop }: Props): ReactNode {
  const t = useWords();
  const client = useQueryClient();
  const { data } = useCall('readScreenCheck', { params: { flow, screen } }, { refetchEverySeconds: 1 });
  // The next check does not begin with the last progress of this one.
  useEffect(
    () => () => client.removeQueries({ queryKey: keyOf('readScreenCheck', { params: { flow, screen } }) }),
    [client, flow, screen],
  );
  const { stage = 'none', done = 0, total = 0 } = data ?? {};
  // It has not begun, or another server has it.
  const title = t(`studio.editor.gate.${stage === 'none' ? 'paths' : stage}`);
  return (
    <div className={styles.gate}>
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" />
        <span className={styles.gateText}>
          <span role="status">{title}</span>
          {total === 0 ? null : (
            <span className={styles.quiet}>{t('studio.editor.gate.done', { done, count: total })}</span>
          )}
        </span>
        <Button size="compact-xs" variant="default" onClick={onStop}>
          {t('studio.editor.stopCheck')}
        </Button>
      </Group>
      {total === 0 ? null : <Progress value={(100 * done) / total} size="sm" aria-label={title} />}
    </div>
  );
}
