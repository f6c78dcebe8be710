import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useArrival } from '../parts/use-arrival.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './page.module.css';
import { setTrail, trailOf, type Crumb } from './trail.ts';

interface PageProps {
  title: string;
  description?: ReactNode;
  /** Content next to the title, such as a status. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The parent pages; the first belongs to the section that the navigation marks. */
  parents?: readonly Crumb[];
  children: ReactNode;
}

/** The layout of every page: breadcrumbs, header with title, description and actions, content (C01-14). */
export function Page({ title, description, aside, actions, parents = [], children }: PageProps): ReactNode {
  // Use this page's own match: the URL may already be the next page's, while its code loads.
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname.replace(/(.)\/+$/, '$1') });
  const heading = useArrival(path);
  const above = useRef(parents);
  above.current = parents;
  const way = parents.map((parent) => `${parent.path} ${parent.title}`).join();

  useEffect(() => {
    document.title = `${title} · Cairn`;
    setTrail(trailOf({ path, title }, above.current));
  }, [path, title, way]);
  useEffect(() => {
    // Braces: newer browsers return a promise, which React would treat as the clean-up function.
    window.scrollTo(0, 0);
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
