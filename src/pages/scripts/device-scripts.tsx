import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { RunList } from './run-list.tsx';
import { RunScript } from './run-script.tsx';

/** The scripts that ran on a device, and a way to run one. */
export function DeviceScripts({ id, name }: { id: number; name: string }): ReactNode {
  const t = useWords();
  const may = useMay();
  const [running, setRunning] = useState(false);
  const runs = useCall('listScriptRuns', { query: { deviceId: id } }, { refetchEverySeconds: 30 });
  return (
    <Card
      title={t('nav.scripts')}
      flush
      actions={
        may('NODE:Update') ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => setRunning(true)}
          >
            {t('script.runScript')}
          </Button>
        ) : null
      }
    >
      <DataState of={runs} failed={t('script.runsFailed')}>
        {(all) => <RunList runs={all} label={t('script.runs')} none={t('script.noRunsHere')} />}
      </DataState>
      {running ? <RunScript devices={[{ id, name }]} onClose={() => setRunning(false)} /> : null}
    </Card>
  );
}
