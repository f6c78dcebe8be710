import { IconChevronRight } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import styles from './page.module.css';
import { setTrail, truncateTrail, useTrail } from './trail.ts';

/** The breadcrumb trail. The current page is not a link (C01-13). */
export function Breadcrumbs(): ReactNode {
  const t = useWords();
  const trail = useTrail();
  if (trail.length < 2) return null;
  const go = (event: MouseEvent, index: number): void => {
    event.preventDefault();
    const next = truncateTrail(trail, index);
    if (!next) return;
    setTrail(next.trail);
    window.location.hash = `#${next.path}`;
  };
  return (
    <nav aria-label={t('shell.trail')}>
      <ol className={styles.trail}>
        {trail.map((crumb, index) => {
          const last = index === trail.length - 1;
          return (
            <li key={crumb.path} className={styles.crumb}>
              {last || crumb.disabled ? (
                <span aria-current={last ? 'page' : undefined} aria-disabled={crumb.disabled || undefined}>
                  {crumb.title}
                </span>
              ) : (
                <a href={`#${crumb.path}`} onClick={(event) => go(event, index)}>
                  {crumb.title}
                </a>
              )}
              {last ? null : <IconChevronRight size={14} aria-hidden />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
