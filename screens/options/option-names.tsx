import type { ReactNode } from 'react';
import { useScreenWords } from '../words.tsx';
import { useOptions } from './option-sources.tsx';

/** What a source calls the chosen values; one that it does not know any more stands as it is. */
export function OptionNames({ source, values }: { source: string; values: readonly unknown[] }): ReactNode {
  const words = useScreenWords();
  const { status, options } = useOptions(source, undefined, values.length > 0);
  if (values.length > 0 && status === 'loading') return words.loading;
  return values.map((value) => options.find((option) => option.value === value)?.label ?? String(value)).join(', ');
}
