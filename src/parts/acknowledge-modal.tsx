import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { callApi } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import acknowledge from '#schemas/alert/acknowledge.json?screen';
import { useRefresh } from '../data/use-call.ts';
import { useWords } from '../words/words.ts';
import type { Alert } from './alert.ts';
import { DocumentForm } from './document-form.tsx';

interface Props {
  /** One or more. */
  alerts: readonly Alert[];
  onClose: () => void;
}

/** Asks for a note and acknowledges alerts; for an acknowledged alert, changes the note. */
export function AcknowledgeModal({ alerts, onClose }: Props): ReactNode {
  const t = useWords();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailed>();
  const [first] = alerts;
  const count = alerts.length;
  const changed = count === 1 ? first?.acknowledged : null;
  const act = count === 1 ? t('alerts.acknowledge') : t('alerts.acknowledgeCount', { count });

  const save = async (answers: { note?: unknown }): Promise<boolean> => {
    const body = typeof answers.note === 'string' ? { note: answers.note } : {};
    setBusy(true);
    setFailure(undefined);
    let done = 0;
    try {
      for (const { id } of alerts) {
        await callApi('acknowledgeAlert', { params: { id }, body });
        done += 1;
      }
    } catch (error) {
      setFailure(error instanceof CallFailed ? error : new CallFailed('internal', String(error), { cause: error }));
    }
    setBusy(false);
    refresh('listAlerts', 'readAlert');
    if (done > 0)
      notifications.show({
        message: t('alerts.acknowledgedDone', { count: done }),
        color: 'green',
        closeButtonProps: { 'aria-label': t('close') },
      });
    if (done < count) return false;
    onClose();
    return true;
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={
        count === 1 && first
          ? t('alerts.acknowledgeOf', { condition: first.conditionName, monitor: first.monitorName })
          : t('alerts.acknowledgeCount', { count })
      }
      size={480}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text size="sm" mb="md">
        {t('alerts.acknowledgeText')}
      </Text>
      <DocumentForm
        screen={acknowledge}
        stored={changed?.note ? { note: changed.note } : {}}
        busy={busy}
        failure={failure}
        onSave={save}
        foot={() => (
          <>
            {failure && !failure.fields ? (
              <Text size="sm" c="var(--cairn-bad)" role="alert" mt="sm">
                {t('alerts.acknowledgeFailed')}: {failure.message}
              </Text>
            ) : null}
            <Group justify="flex-end" gap="xs" mt="md">
              <Button variant="default" onClick={onClose}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={busy}>
                {changed ? t('save') : act}
              </Button>
            </Group>
          </>
        )}
      />
    </Modal>
  );
}
