import { Button, Group, Modal } from '@mantine/core';
import { IconDownload, IconPhotoOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import styles from './attachment-tile.module.css';

type Attachment = CallReply<'readInstallAttachments'>['runnableAttachment'];

interface Props {
  automationId: number;
  of: Attachment;
  /** The signed address of the image. */
  address: string;
  onClose(): void;
}

/** An image among the files of an automation (C19-06). */
export function AttachmentPreview({ automationId, of: { id, metadata }, address, onClose }: Props): ReactNode {
  const t = useWords();
  const [broken, setBroken] = useState(false);
  const sign = useAct('signAttachment', { failed: t('attachment.downloadFailed') });
  const download = async (): Promise<void> => {
    const reply = await sign.run({ params: { id: automationId }, query: { attachmentId: id } });
    if (reply) openAddress(reply.signedUrl, false);
  };
  return (
    <Modal opened onClose={onClose} title={metadata.name} size="lg" closeButtonProps={{ 'aria-label': t('close') }}>
      <div className={styles.preview}>
        {broken ? (
          <Message icon={<IconPhotoOff size={28} stroke={1.5} />} title={t('attachment.previewFailed')} />
        ) : (
          <img src={address} alt={metadata.name} onError={() => setBroken(true)} />
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={sign.busy}
          onClick={() => void download()}
        >
          {t('attachment.download')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Modal>
  );
}

export function openAddress(address: string, elsewhere: boolean): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noopener noreferrer';
  if (elsewhere) link.target = '_blank';
  link.click();
}
