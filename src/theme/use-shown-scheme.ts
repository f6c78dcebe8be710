import { useLayoutEffect } from 'react';

const NAME = 'data-mantine-color-scheme';

/**
 * Shows the page in these colours while the component stands, without changing what the person has chosen for the console. What is chosen
 * meanwhile, or what a system with its own colours turns to, is what comes back.
 */
export function useShownScheme(scheme: 'light' | 'dark' | undefined): void {
  useLayoutEffect(() => {
    if (scheme === undefined) return;
    const root = document.documentElement;
    let own = root.getAttribute(NAME);
    const show = () => {
      root.setAttribute(NAME, scheme);
      // Only what others set is told.
      observer.takeRecords();
    };
    const observer = new MutationObserver(() => {
      own = root.getAttribute(NAME);
      show();
    });
    observer.observe(root, { attributeFilter: [NAME] });
    show();
    return () => {
      if (observer.takeRecords().length > 0) own = root.getAttribute(NAME);
      observer.disconnect();
      if (own === null) root.removeAttribute(NAME);
      else root.setAttribute(NAME, own);
    };
  }, [scheme]);
}
