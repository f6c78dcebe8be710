import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { StatusAddress } from './address.tsx';

export default function AddedPart({ view }: SpecialPartProps): ReactNode {
  return <StatusAddress saved={view.shown['saved']} />;
}
