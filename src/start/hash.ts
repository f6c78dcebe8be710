import { useSyncExternalStore } from 'react';

export interface HashAddress {
  path: string;
  search: URLSearchParams;
}

/** `#/sign-in?next=%2Fx` → path `/sign-in` and its query. */
export function parseHash(hash: string): HashAddress {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return { path: path.startsWith('/') ? path : `/${path}`, search: new URLSearchParams(search) };
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  window.addEventListener('popstate', changed);
  return () => {
    window.removeEventListener('hashchange', changed);
    window.removeEventListener('popstate', changed);
  };
}

export function useHash(): HashAddress {
  return parseHash(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** The route after sign-in; always in this console, never another site. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/systemDashboard/overview';
}
