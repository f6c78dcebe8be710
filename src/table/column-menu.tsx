import { ActionIcon, Checkbox, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import type { Column } from './column.ts';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Menu to show and hide columns. */
export function ColumnMenu<Row>({ columns, hidden, onChange }: ColumnMenuProps<Row>): ReactNode {
  const t = useWords();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('table.columns')}>
          <ActionIcon aria-label={t('table.columns')} variant="default">
            <IconColumns3 size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={10}>
          <Text size="xs" c="dimmed">
            {t('table.columns')}
          </Text>
          {columns
            .filter(({ fixed }) => !fixed)
            .map(({ id, title }) => (
              <Checkbox
                key={id}
                label={title}
                checked={!hidden.includes(id)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? hidden.filter((each) => each !== id) : [...hidden, id])
                }
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
