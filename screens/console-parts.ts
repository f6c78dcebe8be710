import type { ComponentType } from 'react';
import { addParts, type SpecialPartProps } from './registry.tsx';

// `screens/<flow>/<screen>.tsx`, without the folders that belong to no flow and the flows of the first page (`registry.tsx`).
addParts(
  import.meta.glob<{ default: ComponentType<SpecialPartProps> }>([
    './*/*.tsx',
    '!./{sign-in,first-run,activation,forgotten-password}/**',
    '!./{form,step,options,monitor-findings,rows,shared}/**',
    '!./**/*.test.tsx',
  ]),
);
