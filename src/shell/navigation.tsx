import { Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import { destinations, type Destination } from './destinations.ts';
import styles from './shell.module.css';

function isHere(path: string, { path: own, below }: Destination): boolean {
  return path === own || path.startsWith(`${own}/`) || (below !== undefined && path.startsWith(below));
}

/** The left navigation; collapsed, only its icons, with the words in tooltips. */
export function Navigation({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const groups = ['work', 'administration'] as const;
  return (
    <nav aria-label={t('shell.navigation')} className={styles.navigation}>
      {groups.map((group) => {
        const pages = destinations.filter((page) => page.group === group && may(page.need));
        if (pages.length === 0) return null;
        return (
          <div key={group} className={styles.navGroup}>
            {group === 'work' ? null : collapsed ? (
              <hr className={styles.navRule} />
            ) : (
              <p className={styles.navTitle}>{t('nav.administration')}</p>
            )}
            <ul className={styles.navList}>
              {pages.map((page) => (
                <li key={page.id}>
                  <Tooltip label={t(`nav.${page.id}`)} position="right" disabled={!collapsed} openDelay={100}>
                    <Link
                      to={page.path}
                      className={styles.navLink}
                      aria-current={isHere(path, page) ? 'page' : undefined}
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
        );
      })}
    </nav>
  );
}
