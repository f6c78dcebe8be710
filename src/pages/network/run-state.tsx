import { IconAlertTriangle, IconCircleCheckFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RunState as State } from '#api/contract/runs.ts';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';

const marks: Readonly<Record<State, { tone: 'good' | 'warn' | 'idle'; icon: ReactNode }>> = {
  queued: { tone: 'idle', icon: <Loader size={13} /> },
  running: { tone: 'idle', icon: <Loader size={13} /> },
  done: { tone: 'good', icon: <IconCircleCheckFilled size={15} aria-hidden /> },
  refused: { tone: 'warn', icon: <IconAlertTriangle size={15} aria-hidden /> },
  cancelled: { tone: 'idle', icon: <IconPlayerStopFilled size={15} aria-hidden /> },
  interrupted: { tone: 'warn', icon: <IconAlertTriangle size={15} aria-hidden /> },
};

/** How far a discovery is. */
export function RunState({ state }: { state: State }): ReactNode {
  const t = useWords();
  const { tone, icon } = marks[state];
  return (
    <span className={parts.status} data-tone={tone}>
      {icon}
      {t(`networkRun.state.${state}`)}
    </span>
  );
}
