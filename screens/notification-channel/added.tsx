import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';

/** The secret that signs what is sent, for the receiver to check. */
export default function AddedPart({ view }: SpecialPartProps): ReactNode {
  return <ShownOnce text={view.shown.secret} label="Signing secret" subject="the signing secret" />;
}
