import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { administrationFor } from '../administration.ts';
import { destinations } from '../destinations.ts';
import styles from './global-search.module.css';

const hinted = new Set<string>(['organizations', 'devices', 'monitors', 'technicians']);

/** Empty state with links to the lists where the user can look instead (C05-06, C05-48). */
export function NoResults({ short = false }: { short?: boolean }): ReactNode {
  const t = useWords();
  const may = useMay();
  const pages = [
    ...destinations.filter(({ need }) => may(need)),
    ...administrationFor(may).flatMap(({ tabs }) => tabs),
  ];
  const hints = pages.filter(({ id }, index) => hinted.has(id) && pages.findIndex((page) => page.id === id) === index);
  return (
    <div className={styles.message} role="status">
      <strong>{short ? t('search.short') : t('search.none')}</strong>
      {hints.length > 0 && !short ? (
        <span className={styles.hints}>
          {t('search.lookIn')}
          {hints.map(({ id, path }) => (
            // The mouse press would move the focus from the field and close the popover with this link.
            <Anchor key={id} component={Link} to={path} size="sm" onMouseDown={(event) => event.preventDefault()}>
              {t(`nav.${id}`)}
            </Anchor>
          ))}
        </span>
      ) : null}
    </div>
  );
}
