import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

/** Asks for the deletion of the device whose page it is on. */
export function DeleteDevice({ onAsked }: { onAsked: () => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  if (!may('NODE:Delete')) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('more')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onAsked}>
          {t('device.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
