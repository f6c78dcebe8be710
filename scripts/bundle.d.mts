import type { BuildOptions } from 'esbuild';

export const forNode: BuildOptions;
export const optionalParts: string[];
