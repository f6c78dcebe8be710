import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { DeleteFlow } from '../deletion/delete-flow.tsx';

/** Deletes a device after its plan was confirmed, and leads to the list (F10-04). */
export function DeleteDevice({ id }: { id: number }): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
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
      {asking ? (
        <DeleteFlow
          of={{ devices: [id] }}
          onEnded={(done) => {
            setAsking(false);
            if (done) void navigate({ to: '/deviceSearch' });
          }}
        />
      ) : null}
    </>
  );
}
