import { Loader } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { useWords } from '../../words/words.ts';
import { runStateOf, tones } from './script.ts';

/** How a script stands or ended, with an icon and a word. */
export function RunTag({ of }: { of: Parameters<typeof runStateOf>[0] }): ReactNode {
  const t = useWords();
  const state = runStateOf(of);
  const icon =
    state === 'running' || state === 'stopping' ? (
      <Loader size={12} aria-hidden />
    ) : state === 'succeeded' ? (
      <IconCheck size={14} aria-hidden />
    ) : state === 'cancelled' ? (
      <IconPlayerStop size={14} aria-hidden />
    ) : (
      <IconAlertCircle size={14} aria-hidden />
    );
  return (
    <Tag tone={tones[state]} icon={icon}>
      {t(`script.run_${state}`, { code: of.exitCode ?? 0 })}
    </Tag>
  );
}
