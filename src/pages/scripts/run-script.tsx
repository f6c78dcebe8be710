import { Modal } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { scriptRunPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { RunForm } from './run-form.tsx';
import type { TargetDevice } from './script.ts';

interface Props {
  /** Chosen already; the person chooses one otherwise. */
  scriptId?: number;
  devices?: readonly TargetDevice[];
  onClose(): void;
}

/** Runs a script on devices, and goes on to the page of the run. */
export function RunScript({ scriptId, devices, onClose }: Props): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const scripts = useCall('listScripts');
  const start = useAct('startScriptRun', {
    failed: t('script.startFailed'),
    refresh: ['listScriptRuns', 'listDeviceCommands'],
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('script.runScript')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DataState of={scripts} failed={t('script.fetchFailed')}>
        {(all) => {
          const runnable = all.filter(({ id, may }) => may.run && (scriptId === undefined || id === scriptId));
          return runnable.length === 0 ? (
            <Message
              icon={<IconCode size={28} stroke={1.5} />}
              title={t('script.noneToRun')}
              text={t('script.noneToRunText')}
            />
          ) : (
            <RunForm
              scripts={runnable}
              devices={devices}
              busy={start.busy}
              refused={start.failure?.fields ?? {}}
              onClose={onClose}
              onRun={(body) =>
                void start.run({ body }).then((run) => {
                  if (!run) return;
                  onClose();
                  void navigate({ to: scriptRunPath(run.id) });
                })
              }
            />
          );
        }}
      </DataState>
    </Modal>
  );
}
