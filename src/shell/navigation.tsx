import { Tooltip } from '@mantine/core';
import { IconSettings, type Icon } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { administrationFor, isBelow, isGroupAt } from './administration.ts';
import { destinations } from './destinations.ts';
import styles from './shell.module.css';

interface Entry {
  id: string;
  path: string;
  icon: Icon;
  here: boolean;
}

/** The pages that the user may open, and the first page of the administration. */
function useEntries(): { work: Entry[]; administration: Entry[] } {
  const may = useMay();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const groups = administrationFor(may);
  const first = groups[0]?.tabs[0];
  const administering = groups.some((group) => isGroupAt(group, path));
  return {
    work: destinations
      .filter(({ need }) => may(need))
      .map(({ below, ...page }) => ({
        ...page,
        here: !administering && (isBelow(path, page.path) || below?.some((other) => isBelow(path, other)) === true),
      })),
    administration: first ? [{ id: 'administration', path: first.path, icon: IconSettings, here: administering }] : [],
  };
}

/** Whether the page belongs to the administration, which shows its own panel. */
export function useAdministering(): boolean {
  const [entry] = useEntries().administration;
  return entry?.here ?? false;
}

/** The left navigation; collapsed, it shows only icons with tooltips. */
export function Navigation({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }): ReactNode {
  const t = useWords();
  return (
    <nav aria-label={t('shell.navigation')} className={styles.navigation}>
      {Object.entries(useEntries()).map(([group, entries]) =>
        entries.length === 0 ? null : (
          <div key={group} className={styles.navGroup}>
            {group === 'work' ? null : <hr className={styles.navRule} />}
            <ul className={styles.navList}>
              {entries.map((page) => (
                <li key={page.id}>
                  <Tooltip label={t(`nav.${page.id}`)} position="right" disabled={!collapsed} openDelay={100}>
                    <Link
                      to={page.path}
                      // Otherwise the router would also mark it on every page below.
                      activeOptions={{ exact: true }}
                      className={styles.navLink}
                      aria-current={page.here ? 'page' : undefined}
                      aria-label={collapsed ? t(`nav.${page.id}`) : undefined}
                      onClick={onGo}
                    >
                      <page.icon size={18} stroke={1.6} aria-hidden />
                      {collapsed ? null : <span>{t(`nav.${page.id}`)}</span>}
                    </Link>
                  </Tooltip>
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </nav>
  );
}
