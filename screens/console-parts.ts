import type { ComponentType } from 'react';
import { addParts, type SpecialPartProps } from './registry.tsx';

// `screens/<flow>/<screen>.tsx`; the folders of the screens' own machinery are no flows.
addParts(
  import.meta.glob<{ default: ComponentType<SpecialPartProps> }>([
    './*/*.tsx',
    '!./{sign-in,first-run,activation,forgotten-password}/**',
    '!./{form,step,options,monitor-findings,rows,shared}/**',
    '!./**/*.test.tsx',
  ]),
);
