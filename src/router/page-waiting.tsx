import type { ReactNode } from 'react';
import { Bones } from '../parts/data-state.tsx';
import { usePatience } from '../parts/use-patience.ts';

/** Placeholder for a page while its code loads. */
export function PageWaiting(): ReactNode {
  return usePatience(true) ? <Bones lines={6} /> : null;
}
