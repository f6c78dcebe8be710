/** The part of the address that a flow keeps: which draft, and at which step. */
export interface Place {
  draft?: string;
  step?: string;
}

/** The address of the page as a flow uses it; the console's router and the plain page have one each. */
export interface FlowAddress {
  read(): Place;
  go(place: Required<Place>, how: 'push' | 'replace'): void;
  /** Browser Back and Forward, and links; not what `go` did. */
  onChange(listener: () => void): () => void;
  /** Asks before the page goes to another flow or away. */
  guard(mayLeave: () => boolean | Promise<boolean>): () => void;
}

/** `/editor/cloudMonitor?draft=…&step=setup` → its draft and step. */
export function placeIn(route: string): Place {
  const search = new URLSearchParams(route.split(/\?(.*)/s)[1] ?? '');
  const draft = search.get('draft');
  const step = search.get('step');
  return { ...(draft === null ? {} : { draft }), ...(step === null ? {} : { step }) };
}

/** The route with this place in it; what else its search says stays. */
export function routeWith(route: string, place: Required<Place>): string {
  const [path = '', query = ''] = route.split(/\?(.*)/s);
  const search = new URLSearchParams(query);
  search.set('draft', place.draft);
  search.set('step', place.step);
  return `${path}?${search.toString()}`;
}

/** The address of a page without a router: what stands after the `#`. */
export function hashAddress(page: Window): FlowAddress {
  const route = () => page.location.hash.replace(/^#/, '');
  return {
    read: () => placeIn(route()),
    go(place, how) {
      const url = `#${routeWith(route(), place)}`;
      if (how === 'push') page.history.pushState(null, '', url);
      else page.history.replaceState(page.history.state, '', url);
    },
    onChange(listener) {
      page.addEventListener('popstate', listener);
      return () => page.removeEventListener('popstate', listener);
    },
    // Before sign-in there is nowhere to go but out of the page, and what was answered is kept.
    guard: () => () => undefined,
  };
}
