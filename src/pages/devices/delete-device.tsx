import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

/** Deletes a device after a confirmation and leads to the list (F10-04). */
export function DeleteDevice({
  device: { id, name, polling, vmHost, vmGuest },
}: {
  device: CallReply<'readDevice'>;
}): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useAct('removeDevice', {
    done: t('device.deleted', { name }),
    failed: t('device.deleteFailed'),
    refresh: ['searchDevices', 'systemOverview'],
  });
  const text = vmHost ? 'deleteHostText' : vmGuest ? 'deleteGuestText' : polling ? 'deletePolledText' : 'deleteText';
  if (!may('NODE:Delete')) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('more')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
            {t('device.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmModal
        opened={asking}
        danger
        title={t('device.deleteTitle', { name })}
        text={t(`device.${text}`)}
        act={t('device.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={() => {
          setAsking(false);
          remove.clear();
        }}
        onConfirm={() => void remove.run({ params: { id } }).then((done) => done && navigate({ to: '/deviceSearch' }))}
      />
    </>
  );
}
