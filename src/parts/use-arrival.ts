import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to a new page's heading, for keyboard and screen reader users, when `page` changes,
 * unless another element outside the navigation has it. The heading needs `tabIndex={-1}`.
 */
export function useArrival(page: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav'))
      heading.current?.focus({ preventScroll: true });
  }, [page]);
  return heading;
}
