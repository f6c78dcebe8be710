import { Combobox, Kbd, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconSearch, IconHeartRateMonitor } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useCall } from '../data/use-call.ts';
import { useMay } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { monitorPath, organizationPath } from './add-paths.ts';
import { administrationFor } from './administration.ts';
import { destinations } from './destinations.ts';
import { useKey } from './keys.tsx';
import styles from './global-search.module.css';

/** Longest query that the search calls take. */
const longest = 1024;
const most = 6;

interface Found {
  path: string;
  name: string;
  note?: string;
  icon: ReactNode;
}

/** Finds pages, organizations and monitors that this person may see; `/` goes to it. */
export function GlobalSearch(): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query.trim(), 250);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  useKey(
    '/',
    useCallback(() => field.current?.focus(), []),
  );

  const ready = asked !== '' && combobox.dropdownOpened;
  const organizations = useCall(
    'searchOrganizations',
    { query: { search: asked, limit: most } },
    { enabled: ready, keep: true },
  );
  const monitors = useCall(
    'listMonitors',
    { query: { search: asked, limit: most } },
    { enabled: ready && may('NODE:View'), keep: true },
  );

  const wanted = query.trim().toLowerCase();
  const groups: { id: string; found: Found[] }[] = [
    {
      id: 'pages',
      // The list of organizations stands in both; the page of daily work is the one that is meant.
      found: [...destinations, ...administrationFor(may).flatMap(({ tabs }) => tabs)]
        .filter(({ id }, index, all) => all.findIndex((page) => page.id === id) === index)
        .filter((page) => may(page.need) && t(`nav.${page.id}`).toLowerCase().includes(wanted))
        .map((page) => ({ path: page.path, name: t(`nav.${page.id}`), icon: <page.icon size={16} stroke={1.6} /> })),
    },
    {
      id: 'organizations',
      found:
        asked === ''
          ? []
          : (organizations.data?.items ?? []).map(({ id, name }) => ({
              path: organizationPath(id),
              name,
              icon: <IconBuilding size={16} stroke={1.6} />,
            })),
    },
    {
      id: 'monitors',
      found:
        asked === ''
          ? []
          : (monitors.data?.items ?? []).map(({ id, monitorName, clientName }) => ({
              path: monitorPath(id),
              name: monitorName,
              note: clientName,
              icon: <IconHeartRateMonitor size={16} stroke={1.6} />,
            })),
    },
  ].filter(({ found }) => found.length > 0);
  const failed = asked !== '' && (organizations.isError || monitors.isError);
  const waiting = wanted !== '' && (asked.toLowerCase() !== wanted || organizations.isFetching || monitors.isFetching);

  const close = (): void => {
    combobox.closeDropdown();
    setQuery('');
    field.current?.blur();
  };

  return (
    <Combobox
      store={combobox}
      shadow="md"
      onOptionSubmit={(path) => {
        close();
        void navigate({ to: path });
      }}
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
          rightSection={query === '' ? <Kbd className={styles.key}>/</Kbd> : null}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={420} style={{ overflowY: 'auto' }} aria-label={t('search.results')}>
          {groups.map(({ id, found }) => (
            <Combobox.Group key={id} label={t(`search.${id}`)}>
              {found.map(({ path, name, note, icon }) => (
                <Combobox.Option key={path} value={path} className={styles.option}>
                  <span className={styles.icon}>{icon}</span>
                  <span className={styles.name}>{name}</span>{' '}
                  {note ? <span className={styles.note}>{note}</span> : null}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 ? (
            <Combobox.Empty>
              {waiting ? t('search.waiting') : failed ? t('search.failed') : t('search.none')}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
