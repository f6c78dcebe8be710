import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import ping from '#schemas/device/ping.json?screen';
import { useAct } from '../../data/use-act.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { useWords } from '../../words/words.ts';

/** How long the device waits for each reply, in milliseconds. */
const TIMEOUT = 2000;

interface Props {
  deviceId: number;
  onStarted(run: string): void;
  onLeave(): void;
}

export function PingForm({ deviceId, onStarted, onLeave }: Props): ReactNode {
  const t = useWords();
  const start = useAct('startDeviceCommand', { failed: t('device.pingFailed'), refresh: ['listDeviceCommands'] });
  const save = async (answers: Record<string, unknown>): Promise<boolean> => {
    const targets = [
      ...new Set(
        String(answers['hosts'])
          .split(',')
          .map((host) => host.trim()),
      ),
    ];
    const params = { targets, count: answers['count'], timeoutMs: TIMEOUT };
    const run = await start.run({ params: { id: deviceId }, body: { method: 'network.ping', params } });
    if (run) onStarted(run.id);
    return run !== undefined;
  };
  return (
    <DocumentForm
      screen={ping}
      stored={ping.defaults}
      busy={start.busy}
      failure={start.failure}
      onSave={save}
      foot={() => (
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" size="xs" onClick={onLeave}>
            {t('cancel')}
          </Button>
          <Button type="submit" size="xs" loading={start.busy}>
            {t('device.pingStart')}
          </Button>
        </Group>
      )}
    />
  );
}
