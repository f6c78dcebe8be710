import { Button } from '@mantine/core';
import { IconShieldSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useWords } from '../../words/words.ts';

type Attachment = CallReply<'readInstallAttachments'>['runnableAttachment'];

/** Scans a stored file whose scan failed, or that no scanner has looked at; nothing for any other. */
export function ScanAgain({ automationId, of }: { automationId: number; of: Attachment }): ReactNode {
  const t = useWords();
  const scan = useAct('scanAttachment', {
    failed: t('attachment.scanAgainFailed'),
    refresh: ['readScript', 'readInstallAttachments', 'listMalwareScans', 'listScripts'],
  });
  if (!of.scannable) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconShieldSearch size={14} />}
      loading={scan.busy}
      onClick={() => void scan.run({ params: { id: automationId }, body: { attachmentId: of.id } })}
    >
      {of.scan === 'FAILED' ? t('attachment.scanAgain') : t('attachment.scan')}
    </Button>
  );
}
