import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import { Failure, Message } from '../parts/message.tsx';
import { useWords } from '../words/words.ts';
import styles from './data-table.module.css';

interface Props {
  /** Label of the search field. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** Filter chips next to the search. */
  filters?: ReactNode;
  /** Content at the end: the count, the column menu. */
  end: ReactNode;
  /** The empty state, with a function that clears the filters if any are set. */
  empty: { icon?: ReactNode; title?: string; text: string; onClear?: () => void } | undefined;
  /** Failure of rows that could not be loaded, shown below the loaded ones. */
  failure?: { error: CallFailed | undefined; title: string; onRetry: () => void };
  /** Replaces the bar while rows are selected. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The frame of every list: search, filters, count and empty state. */
export function ListFrame({ label, search, onSearch, filters, end, empty, failure, bar, children }: Props): ReactNode {
  const t = useWords();
  return (
    <>
      {bar ?? (
        <div className={styles.bar}>
          <TextInput
            className={styles.barSearch}
            type="search"
            aria-label={label}
            placeholder={label}
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
          />
          {filters}
          <div className={styles.barEnd}>{end}</div>
        </div>
      )}
      {empty ? (
        <Message
          tall
          icon={empty.icon}
          title={empty.title ?? t('table.noMatch')}
          text={empty.text}
          actions={
            empty.onClear ? (
              <Button variant="default" onClick={empty.onClear}>
                {t('table.clear')}
              </Button>
            ) : null
          }
        />
      ) : (
        children
      )}
      {failure?.error ? <Failure title={failure.title} error={failure.error} onRetry={failure.onRetry} /> : null}
    </>
  );
}
