import { IconAlertTriangle, IconDownload, IconExternalLink, IconFile, IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { bytesInWords } from '#engine/vocabulary/chosen-file.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useWords } from '../../words/words.ts';
import styles from './attachment-tile.module.css';

export type Attachment = CallReply<'readInstallAttachments'>['runnableAttachment'];

const tones: Readonly<Record<Attachment['scan'], Tone>> = {
  PROCESSING: 'idle',
  INFECTED: 'bad',
  FAILED: 'bad',
  NOT_SCANNED: 'warn',
  CLEAN: 'good',
};

/** What is known of the malware scan; a file that nobody scanned is never called clean (C12-04). */
export function ScanTag({ scan }: Pick<Attachment, 'scan'>): ReactNode {
  const t = useWords();
  return <Tag tone={tones[scan]}>{t(`attachment.scan_${scan}`)}</Tag>;
}

/**
 * The file of an automation: dimmed while it is processed, red where nobody gets it, and a download otherwise (C19-03, C19-04, C19-05,
 * C19-07).
 */
export function AttachmentTile({ automationId, of }: { automationId: number; of: Attachment }): ReactNode {
  const t = useWords();
  const sign = useAct('signAttachment', { failed: t('attachment.downloadFailed') });
  const { metadata, uploadStatus, uploadType, url, contentId, scanMessage } = of;
  const fromUrl = uploadType === 'URL';
  const name = metadata.name || url;
  const download = async (): Promise<void> => {
    const reply = await sign.run({ params: { id: automationId } });
    if (reply) openAddress(reply.signedUrl, fromUrl);
  };
  const words = (
    <span className={styles.words}>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.note}>{fromUrl ? url : bytesInWords(metadata.size)}</span>
    </span>
  );
  const isOpen = uploadStatus === 'SUCCESS';
  return (
    <div className={styles.frame}>
      {isOpen ? (
        <button type="button" className={styles.tile} aria-busy={sign.busy} onClick={() => void download()}>
          <IconFile size={20} aria-hidden />
          {words}
          <span className={styles.act}>
            {fromUrl ? <IconExternalLink size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />}
            {t(fromUrl ? 'attachment.open' : 'attachment.download')}
          </span>
        </button>
      ) : (
        <div className={styles.tile} data-status={uploadStatus}>
          {uploadStatus === 'PROCESSING' ? (
            <IconLoader2 size={20} aria-hidden />
          ) : (
            <IconAlertTriangle size={20} aria-hidden />
          )}
          {words}
        </div>
      )}
      <p className={styles.state}>
        <ScanTag scan={of.scan} />
        <span>{stateWords(t, of)}</span>
      </p>
      {scanMessage === '' ? null : <p className={styles.state}>{scanMessage}</p>}
      {contentId === '' ? null : (
        <p className={styles.hash}>
          {t('attachment.sha256')} <code>{contentId}</code>
        </p>
      )}
    </div>
  );
}

/** C19-16, C19-17 */
function stateWords(t: ReturnType<typeof useWords>, { uploadStatus, uploadType, scan }: Attachment): string {
  if (uploadStatus === 'SUCCESS' && uploadType === 'URL') return t('attachment.notScannedUrl');
  return uploadStatus === 'SUCCESS' ? t(`attachment.text_${scan}`) : t(`attachment.status_${uploadStatus}`);
}

function openAddress(address: string, elsewhere: boolean): void {
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noopener noreferrer';
  if (elsewhere) link.target = '_blank';
  link.click();
}
