import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './page.module.css';
import { currentTrail, setTrail, visited, type Crumb } from './trail.ts';

interface PageProps {
  title: string;
  description?: ReactNode;
  /** Beside the title: a status. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The pages above this one, for the trail of somebody who opened it directly. */
  parents?: readonly Crumb[];
  children: ReactNode;
}

/** The frame of every page: trail, header with title, one line of description and its actions, content (C01-14). */
export function Page({ title, description, aside, actions, parents = [], children }: PageProps): ReactNode {
  // Of this page's own match: the address may already be that of the next page, whose code is still on its way.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/(.)\/+$/, '$1') });
  const heading = useRef<HTMLHeadingElement>(null);
  const above = useRef(parents);
  above.current = parents;

  useEffect(() => {
    document.title = `${title} · Cairn`;
    setTrail(visited(currentTrail(), { path, title }, above.current));
  }, [path, title]);
  useEffect(() => {
    window.scrollTo(0, 0);
    // A new page begins at its title, for the keyboard and for whoever listens; not when the focus is at work already.
    if (document.activeElement === document.body || document.activeElement?.closest('nav'))
      heading.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className={styles.page}>
      <Breadcrumbs />
      <header className={styles.header}>
        <div className={styles.titles}>
          <div className={styles.titleLine}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {aside}
          </div>
          {description ? <p className={styles.description}>{description}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
