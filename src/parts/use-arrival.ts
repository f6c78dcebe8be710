import { useEffect, useRef, type RefObject } from 'react';

/**
 * A new page begins at its heading, for the keyboard and for whoever listens: it takes the focus when `page` changes,
 * unless the focus is at work already. The heading needs `tabIndex={-1}`.
 */
export function useArrival(page: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav'))
      heading.current?.focus({ preventScroll: true });
  }, [page]);
  return heading;
}
