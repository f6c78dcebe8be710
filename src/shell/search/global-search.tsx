import { ActionIcon, Combobox, Kbd, NativeSelect, Skeleton, TextInput, useCombobox } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { callApi } from '#api/client.ts';
import { useRefresh } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import { useControlKey, useKey } from '../keys.tsx';
import { isSearchFilter, readShortcut, searchFilters, searchPath, shortestQuery, type SearchFilter } from './filter.ts';
import styles from './global-search.module.css';
import { NoResults } from './no-results.tsx';
import type { ActionId } from './places.ts';
import { useEntries, type Entry } from './use-entries.tsx';

/** C05-34 */
const longest = 1024;
/** The option that opens the results page. */
const all = 'all';

/** Searches the entities, pages and actions of the user; `/` and Ctrl+K focus it from everywhere (C05-01, C05-07). */
export function GlobalSearch({ onAction }: { onAction: (id: ActionId) => void }): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<HTMLElement>(undefined);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<SearchFilter>('all');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { groups, loading, failed, recentFailed, toleratesTypos } = useEntries(query, filter, combobox.dropdownOpened);
  const entries = groups.flatMap((group) => group.entries);
  const words = query.trim();
  const toAll = searchPath(words, filter);

  const reach = useCallback(() => {
    const here = document.activeElement;
    if (here instanceof HTMLElement && here !== field.current) before.current = here;
    field.current?.focus();
    field.current?.select();
  }, []);
  useKey('/', reach);
  useControlKey('k', reach);

  const clear = (): void => {
    combobox.closeDropdown();
    setQuery('');
    setFilter('all');
  };
  const leave = (): void => {
    clear();
    field.current?.blur();
    if (before.current?.isConnected) before.current.focus();
    before.current = undefined;
  };
  const go = ({ path, place, remember }: Entry): void => {
    clear();
    before.current = undefined;
    field.current?.blur();
    // Do not wait for this, and ignore failures: the user is navigating.
    if (remember)
      callApi('addRecentSearch', { body: remember }).then(
        () => refresh('listRecentSearches'),
        () => undefined,
      );
    if (path !== undefined) void navigate({ to: path });
    else if (place) onAction(place.id as ActionId);
  };
  const submit = (value: string): void => {
    const entry = entries.find(({ key }) => key === value);
    if (entry) go(entry);
    else if (value === all) showAll();
  };
  const showAll = (): void => {
    clear();
    field.current?.blur();
    void navigate({ to: toAll });
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      // Escape must close only the topmost layer.
      event.stopPropagation();
      leave();
    }
    if (event.key === 'Backspace' && query === '' && filter !== 'all') setFilter('all');
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0 || words === '') return;
    const [only] = entries;
    // A single result opens directly, without the results page (C05-32).
    if (only && entries.length === 1 && !loading) go(only);
    else if (words.length >= shortestQuery) showAll();
  };
  const type = (text: string): void => {
    const shortcut = readShortcut(text);
    if (shortcut) setFilter(shortcut.filter);
    setQuery(shortcut ? shortcut.rest : text);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };

  return (
    <search className={styles.frame}>
      <NativeSelect
        className={styles.filter}
        aria-label={t('search.filter')}
        value={filter}
        data={searchFilters.map((value) => ({ value, label: t(`search.filter_${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isSearchFilter(value)) setFilter(value);
          field.current?.focus();
        }}
      />
      <Combobox
        store={combobox}
        shadow="md"
        onOptionSubmit={submit}
        width="target"
        classNames={{ dropdown: styles.dropdown }}
        position="bottom-start"
      >
        <Combobox.Target>
          <TextInput
            ref={field}
            type="search"
            className={styles.search}
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
            maxLength={longest}
            value={query}
            leftSection={<IconSearch size={16} />}
            rightSectionWidth={query === '' ? 64 : 32}
            rightSection={
              query === '' ? (
                <Kbd className={styles.key}>{t('search.key')}</Kbd>
              ) : (
                <ActionIcon
                  size={24}
                  aria-label={t('search.clear')}
                  onClick={() => {
                    clear();
                    field.current?.focus();
                  }}
                >
                  <IconX size={14} />
                </ActionIcon>
              )
            }
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => combobox.openDropdown()}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={pressed}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options className={styles.options} aria-label={t('search.results')}>
            {groups.map(({ id, entries: lines }) => (
              <Combobox.Group key={id} label={t(`search.${id}`)}>
                {lines.map((entry) => (
                  <Combobox.Option key={entry.key} value={entry.key} className={styles.option}>
                    <entry.icon size={16} stroke={1.6} className={styles.icon} aria-hidden />
                    <span className={styles.name}>{entry.name}</span>{' '}
                    {entry.note ? <span className={styles.note}>{entry.note}</span> : null}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
            {words.length >= shortestQuery && !loading && entries.length > 0 ? (
              <Combobox.Option value={all} className={styles.all}>
                {t('search.all')}
              </Combobox.Option>
            ) : null}
          </Combobox.Options>
          {loading ? (
            <div className={styles.waiting} role="status" aria-label={t('search.waiting')}>
              <Skeleton height={12} width="70%" radius="sm" />
              <Skeleton height={12} width="45%" radius="sm" />
            </div>
          ) : null}
          {failed ? (
            <div className={styles.message} role="alert">
              <strong>{t('search.failed')}</strong>
              <span>{t('search.failedText')}</span>
            </div>
          ) : null}
          {recentFailed && words === '' ? <p className={styles.message}>{t('search.recentFailed')}</p> : null}
          {!loading && !failed && entries.length === 0 && words !== '' ? (
            <NoResults short={words.length < shortestQuery} />
          ) : null}
          {toleratesTypos ? null : <p className={styles.message}>{t('search.exactOnly')}</p>}
        </Combobox.Dropdown>
      </Combobox>
    </search>
  );
}
