import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Bones } from '../parts/data-state.tsx';
import { usePatience } from '../parts/use-patience.ts';
import type { PageModule } from './pages.ts';

type Arriving = Pick<PageModule, 'reads'> & { default: ComponentType };

function PageWaiting(): ReactNode {
  return usePatience(true) ? <Bones lines={6} /> : null;
}

/**
 * What a route shows, and the fetching of its code, which begins when the person aims at a link to it. Not by `lazy`: React
 * keeps a fallback that it has shown for 300 ms, where the code is there in twenty. A failed fetch is thrown to the boundary
 * around it, and tried again when drawn again.
 */
export function arriving(load: () => Promise<Arriving>): {
  component: () => ReactNode;
  /** Hears what the page asks for first. */
  loader: (arrived?: (reads: Arriving['reads']) => void) => void;
} {
  let Arrived: ComponentType | undefined;
  const arrive = async () => {
    const { default: Fetched, reads } = await load();
    // Another one would be drawn anew, and what was begun in it lost.
    Arrived ??= Fetched;
    return reads;
  };
  return {
    component: function Arriving() {
      const [, setEnd] = useState<'arrived'>();
      const [failure, setFailure] = useState<{ error: unknown }>();
      useEffect(() => {
        if (Arrived === undefined)
          arrive().then(
            () => setEnd('arrived'),
            (error: unknown) => setFailure({ error }),
          );
      }, []);
      if (failure !== undefined) throw failure.error;
      return Arrived === undefined ? <PageWaiting /> : <Arrived />;
    },
    // Ahead of time: a failure is told by the component.
    loader: (arrived) => void arrive().then(arrived, () => undefined),
  };
}
