import type { RouterHistory } from '@tanstack/react-router';
import { placeIn, routeWith, type FlowAddress } from './address.ts';

/** The address of a page of the console, through its router's history. */
export function routerAddress(history: RouterHistory): FlowAddress {
  const path = (href: string) => href.split('?')[0];
  return {
    read: () => placeIn(history.location.href),
    go(place, how) {
      const route = routeWith(history.location.href, place);
      if (how === 'push') history.push(route, {}, { ignoreBlocker: true });
      else history.replace(route, {}, { ignoreBlocker: true });
    },
    onChange(listener) {
      return history.subscribe(({ action }) => {
        if (action.type !== 'REPLACE') listener();
      });
    },
    guard(mayLeave) {
      return history.block({
        async blockerFn({ currentLocation, nextLocation }) {
          const stays =
            path(currentLocation.href) === path(nextLocation.href) &&
            placeIn(currentLocation.href).draft === placeIn(nextLocation.href).draft;
          if (stays || (await mayLeave())) return false;
          setTimeout(() => goBackFrom(nextLocation.href), UNDONE_BY_ROUTER);
          return true;
        },
        // Every answer is kept at once, in the browser if nowhere else; flows without drafts ask by themselves.
        enableBeforeUnload: false,
      });
    },
  };
}

/** Milliseconds within which the router has undone what it can undo. */
const UNDONE_BY_ROUTER = 100;

// A hash that was typed, or a plain link, is an entry of which the router knows no place in the history: its own way back
// leads nowhere, and it then waits for that step and swallows the next one. It is the latest entry, so one step back is it.
function goBackFrom(href: string): void {
  if (window.location.hash === `#${href}`) window.history.back();
}
