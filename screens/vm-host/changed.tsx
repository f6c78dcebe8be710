import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { Certificate } from './trusting.tsx';

/** The certificate that was trusted beside the one that the host shows now. */
export default function ChangedPart({ view }: SpecialPartProps): ReactNode {
  const { pin } = view.shown;
  return <Certificate view={view} {...(pin ? { before: pin } : {})} />;
}
