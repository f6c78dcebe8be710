import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { isActive, type ListedRun } from './path-run.ts';

/** Whether every path held, or how the run ended. */
export function RunState({ run }: { run: ListedRun }): ReactNode {
  const t = useWords();
  const count = run.problems;
  if (isActive(run))
    return (
      <Badge variant="light" tt="none">
        {t(`workbench.state.${run.state}`)}
      </Badge>
    );
  if (count > 0)
    return (
      <Badge variant="light" tt="none" color="red">
        {t('workbench.problems', { count })}
      </Badge>
    );
  return run.state === 'done' ? (
    <Badge variant="light" tt="none" color="green">
      {t('workbench.holds')}
    </Badge>
  ) : (
    <Badge variant="light" tt="none" color="gray">
      {t(`workbench.state.${run.state}`)}
    </Badge>
  );
}
