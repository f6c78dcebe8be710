import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';

/** The link with which the new user chooses a password, for the administrator to pass on. */
export default function AddedPart({ view }: SpecialPartProps): ReactNode {
  return <ShownOnce text={view.shown.activationLink} label="Activation link" subject="the activation link" />;
}
