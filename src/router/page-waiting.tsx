import type { ReactNode } from 'react';
import { Bones } from '../parts/data-state.tsx';
import { usePatience } from '../parts/use-patience.ts';

/** What stands in the place of a page whose code takes long. */
export function PageWaiting(): ReactNode {
  return usePatience(true) ? <Bones lines={6} /> : null;
}
