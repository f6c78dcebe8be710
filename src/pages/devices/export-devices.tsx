import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callFile, type CallInput } from '#api/client.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { useWords } from '../../words/words.ts';

/** Saves the devices that the list shows, or the selected ones, with the shown columns. */
export function ExportDevices({
  wish,
  count,
}: {
  wish: NonNullable<CallInput<'exportDevices'>['body']>;
  count: number;
}): ReactNode {
  const t = useWords();
  const { busy, save } = useSaveFile(t('devices.exportFailed'));
  const label = t('devices.export', { count });
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        variant="default"
        size={32}
        loading={busy}
        onClick={() => void save(() => callFile('exportDevices', { body: wish }), 'cairn-devices.csv')}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
