import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';

/** Asks for the deletion of what the page shows. */
export function DeleteMenu({ label, onDelete }: { label: string; onDelete: () => void }): ReactNode {
  const t = useWords();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('more')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          {label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
