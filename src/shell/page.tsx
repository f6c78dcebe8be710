import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useArrival } from '../parts/use-arrival.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './page.module.css';
import { setTrail, trailOf, type Crumb } from './trail.ts';

interface PageProps {
  title: string;
  description?: ReactNode;
  /** Beside the title: a status. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The pages above this one; the first is of the section that the navigation marks. */
  parents?: readonly Crumb[];
  children: ReactNode;
}

/** The frame of every page: trail, header with title, one line of description and its actions, content (C01-14). */
export function Page({ title, description, aside, actions, parents = [], children }: PageProps): ReactNode {
  // Of this page's own match: the address may already be that of the next page, whose code is still on its way.
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
    // Braces: in newer browsers it answers a promise, which React would call when the page is left.
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
