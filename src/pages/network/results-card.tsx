import type { ReactNode } from 'react';
import { FetchedRows } from '#screens/rows/fetched-rows.ts';
import { RowsSourceProvider } from '#screens/rows/rows-source.tsx';
import { ScreenWordsProvider } from '#screens/words.tsx';
import discovering from '#schemas/network-discovery/discovering.json?screen';
import { useRunItems } from '../../flow/run-items.ts';
import { Card } from '../../parts/card.tsx';
import { useScreenWordsInUse } from '../../words/screen-words.ts';
import { useWords } from '../../words/words.ts';
import styles from './network.module.css';

/** Every address of a discovery, filtered as in the wizard. */
export function ResultsCard({ run, active }: { run: string; active: boolean }): ReactNode {
  const t = useWords();
  const words = useScreenWordsInUse();
  const source = useRunItems();
  const { rows } = discovering.document;
  if (rows === undefined) return null;
  return (
    <Card title={t('networkRun.results')} flush>
      <div className={styles.results}>
        <ScreenWordsProvider value={words}>
          <RowsSourceProvider value={source}>
            <FetchedRows key={run} label={t('networkRun.results')} rows={rows} run={run} active={active} />
          </RowsSourceProvider>
        </ScreenWordsProvider>
      </div>
    </Card>
  );
}
