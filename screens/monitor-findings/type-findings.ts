import type { ComponentType } from 'react';
import type { FindingsProps } from './findings-props.ts';

// One file a type of monitor.
const files = import.meta.glob<{ default: ComponentType<FindingsProps> }>('./types/*.tsx', { eager: true });

/** Every type's part with the name of its file. */
export const typeFindings = Object.entries(files).map(([file, { default: part }]) => [file, part] as const);
