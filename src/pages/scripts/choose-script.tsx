import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { nameDevices } from './name-devices.ts';
import type { ListedScript, TargetDevice } from './script.ts';

interface Props {
  devices: readonly TargetDevice[];
  onChosen(id: number): void;
  onClose(): void;
}

/** The script, where the devices are chosen already. */
export function ChooseScript({ devices, onChosen, onClose }: Props): ReactNode {
  const t = useWords();
  const scripts = useCall('listScripts');
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
          const runnable = all.filter(({ may }) => may.run);
          return runnable.length === 0 ? (
            <Message
              icon={<IconCode size={28} stroke={1.5} />}
              title={t('script.noneToRun')}
              text={t('script.noneToRunText')}
            />
          ) : (
            <Choice scripts={runnable} devices={devices} onChosen={onChosen} onClose={onClose} />
          );
        }}
      </DataState>
    </Modal>
  );
}

function Choice({ scripts, devices, onChosen, onClose }: Props & { scripts: readonly ListedScript[] }): ReactNode {
  const t = useWords();
  const [script, setScript] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (script !== null) onChosen(Number(script));
      }}
    >
      {/* As high as the open list, which would cover the buttons. */}
      <Stack gap="md" mih={300} justify="space-between">
        <Select
          maxDropdownHeight={180}
          label={t('script.title')}
          description={devices.length === 0 ? undefined : t('script.onDevices', { devices: nameDevices(devices, t) })}
          withAsterisk
          searchable
          data-autofocus
          placeholder={t('script.choose')}
          data={scripts.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={script}
          error={tried && script === null ? t('script.required') : undefined}
          onChange={setScript}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('script.next')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
