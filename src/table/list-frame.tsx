import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import { Failure, Message } from '../parts/message.tsx';
import { useWords } from '../words/words.ts';
import styles from './data-table.module.css';

interface Props {
  /** What the search says that it looks for. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** Beside the search: chips. */
  filters?: ReactNode;
  /** At the end: the count, the choice of columns. */
  end: ReactNode;
  /** Nothing fits: what is said then, and how to see everything again, where something was left out. */
  empty: { icon?: ReactNode; title?: string; text: string; onClear?: () => void } | undefined;
  /** Rows that could not be read, below those that could. */
  failure?: { error: CallFailed | undefined; title: string; onRetry: () => void };
  /** Stands in place of the bar, while rows are chosen. */
  bar?: ReactNode;
  children: ReactNode;
}

/** What stands around every list: search, filters, count, and what is said when nothing fits. */
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
