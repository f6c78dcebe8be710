import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { FlowData } from '#api/contract/workbench.ts';
import { Card } from '../../parts/card.tsx';
import { useWords } from '../../words/words.ts';
import { spelledPath } from './path-run.ts';
import styles from './workbench.module.css';

const SHOWN = 20;

interface Props {
  data: FlowData;
  /** Only paths that come by it. */
  state: string | undefined;
  onPlay: (spelled: string) => void;
  onClear: () => void;
}

/** The walked paths; those that failed first. */
export function PathList({ data, state, onPlay, onClear }: Props): ReactNode {
  const t = useWords();
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(SHOWN);
  const wanted = search.trim().toLowerCase();
  const paths = data.paths
    .map(({ id, input, failed, steps }) => {
      const names = steps.map(([name]) => data.texts[name] ?? '');
      return { id, failed, spelled: spelledPath(input, names), count: steps.length, states: steps.map(([, at]) => at) };
    })
    .filter(
      ({ spelled, states }) =>
        spelled.toLowerCase().includes(wanted) &&
        (state === undefined || states.some((place) => data.texts[place] === state)),
    )
    .toSorted((a, b) => Number(b.failed) - Number(a.failed) || a.count - b.count);
  return (
    <Card
      title={t('workbench.paths')}
      count={paths.length}
      flush
      actions={
        <>
          {state === undefined ? null : (
            <Button size="xs" variant="default" rightSection={<IconX size={14} />} onClick={onClear}>
              {t('workbench.through', { state })}
            </Button>
          )}
          <TextInput
            size="xs"
            aria-label={t('workbench.findPath')}
            placeholder={t('workbench.findPath')}
            leftSection={<IconSearch size={14} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </>
      }
    >
      {paths.length === 0 ? (
        <p className={styles.empty}>{t('workbench.noPaths')}</p>
      ) : (
        <ul className={styles.pathList}>
          {paths.slice(0, most).map(({ id, failed, spelled, count }) => (
            <li key={id}>
              <UnstyledButton className={styles.path} data-bad={failed || undefined} onClick={() => onPlay(spelled)}>
                <span className={styles.pathName}>{spelled}</span>
                <span className={styles.quiet}>{t('workbench.stepCount', { count })}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {paths.length > most ? (
        <div className={styles.more}>
          <Button size="xs" variant="subtle" onClick={() => setMost(most + 5 * SHOWN)}>
            {t('workbench.morePaths', { count: paths.length - most })}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
