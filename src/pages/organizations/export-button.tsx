import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callFile, type CallInput } from '#api/client.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { useWords } from '../../words/words.ts';

type Body = NonNullable<CallInput<'exportOrganizations'>['body']>;

/** Saves the organizations that the list shows. */
export function ExportButton({ query }: { query: Body }): ReactNode {
  const t = useWords();
  const { busy, save } = useSaveFile(t('organizations.exportFailed'));
  return (
    <Tooltip label={t('organizations.export')}>
      <ActionIcon
        aria-label={t('organizations.export')}
        variant="default"
        loading={busy}
        onClick={() => void save(() => callFile('exportOrganizations', { body: query }), 'cairn-organizations.csv')}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
