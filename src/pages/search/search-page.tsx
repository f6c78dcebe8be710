import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch as useAddress } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { Bones } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Page } from '../../shell/page.tsx';
import { isSearchFilter, searchFilters, searchPath, shortestQuery } from '../../shell/search/filter.ts';
import { NoResults } from '../../shell/search/no-results.tsx';
import { kindOf } from '../../shell/search/result-path.ts';
import { entryOf } from '../../shell/search/use-entries.tsx';
import { useSearch } from '../../shell/search/use-search.ts';
import table from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import styles from './search.module.css';

/** Every result of a search, exact ones first; words and filter stand in the address (C05-02). */
export default function SearchPage(): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const address: Record<string, unknown> = useAddress({ strict: false });
  const given =
    typeof address['searchValue'] === 'string' || typeof address['searchValue'] === 'number'
      ? String(address['searchValue'])
      : '';
  const filter = isSearchFilter(address['searchFilter']) ? address['searchFilter'] : 'all';
  const [query, setQuery] = useState(given);
  useEffect(() => setQuery(given), [given]);
  const { found, loading, failure } = useSearch(query, filter, true, 50);
  const go = (words: string, narrowed: string | null): void =>
    void navigate({ to: searchPath(words, isSearchFilter(narrowed) ? narrowed : 'all'), replace: true });
  const groups = [
    { id: 'exact', items: found?.exact ?? [] },
    { id: 'suggested', items: found?.suggested ?? [] },
  ] as const;
  const none = found !== undefined && groups.every(({ items }) => items.length === 0);
  return (
    <Page title={t('search.title')}>
      <Card flush>
        <form
          className={table.bar}
          onSubmit={(event) => {
            event.preventDefault();
            go(query, filter);
          }}
        >
          <TextInput
            className={table.barSearch}
            type="search"
            aria-label={t('search.words')}
            placeholder={t('search.placeholder')}
            leftSection={<IconSearch size={16} />}
            maxLength={1024}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            onBlur={() => (query === given ? undefined : go(query, filter))}
          />
          <Select
            className={styles.filter}
            aria-label={t('search.filter')}
            data={searchFilters.map((value) => ({ value, label: t(`search.filter_${value}`) }))}
            value={filter}
            allowDeselect={false}
            onChange={(value) => go(query, value)}
          />
        </form>
        {query.trim().length < shortestQuery ? (
          <Message
            tall
            icon={<IconSearch size={32} stroke={1.5} />}
            title={t('search.short')}
            text={t('search.shortText')}
          />
        ) : null}
        {loading ? <Bones lines={6} /> : null}
        {failure ? <Message tall tone="bad" title={t('search.failed')} text={t('search.failedText')} /> : null}
        {none ? <NoResults /> : null}
        {groups.map(({ id, items }) =>
          items.length === 0 ? null : (
            <section key={id} aria-label={t(`search.${id}`)}>
              <h2 className={styles.heading}>{t(`search.${id}`)}</h2>
              <ul className={styles.list}>
                {items.map((item) => {
                  const entry = entryOf(item);
                  return (
                    <li key={entry.key} className={styles.item}>
                      <entry.icon size={18} stroke={1.6} className={styles.icon} aria-hidden />
                      <Link to={entry.path ?? '/'} className={table.main}>
                        {entry.name}
                      </Link>
                      <span className={styles.note}>{entry.note}</span>
                      <span className={styles.kind}>{t(`search.kind_${kindOf(item)}`)}</span>
                    </li>
                  );
                })}
              </ul>
            </section>
          ),
        )}
        {found && !found.toleratesTypos ? <p className={styles.heading}>{t('search.exactOnly')}</p> : null}
      </Card>
    </Page>
  );
}
