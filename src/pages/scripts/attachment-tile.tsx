import {
  IconAlertTriangle,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconFile,
  IconLoader2,
  IconPhoto,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { bytesInWords } from '#engine/vocabulary/chosen-file.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useWords } from '../../words/words.ts';
import { AttachmentPreview, openAddress } from './attachment-preview.tsx';
import styles from './attachment-tile.module.css';
import { ScanAgain } from './scan-again.tsx';

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

interface Props {
  automationId: number;
  of: Attachment;
  /** Whether the person may have it scanned again, and a scanner is there. */
  mayScan?: boolean;
}

/**
 * The file of an automation: dimmed while it is processed, red where nobody gets it, and otherwise a download, or a preview of an image
 * (C19-03, C19-04, C19-05, C19-06, C19-07).
 */
export function AttachmentTile({ automationId, of, mayScan = false }: Props): ReactNode {
  const t = useWords();
  const sign = useAct('signAttachment', {
    failed: of.preview ? t('attachment.previewFailed') : t('attachment.downloadFailed'),
  });
  const [shown, setShown] = useState<string>();
  const { metadata, uploadStatus, uploadType, url, contentId, scanMessage, preview } = of;
  const fromUrl = uploadType === 'URL';
  const name = metadata.name || url;
  const open = async (): Promise<void> => {
    const query = { attachmentId: of.id, ...(preview && { use: 'preview' as const }) };
    const reply = await sign.run({ params: { id: automationId }, query });
    if (!reply) return;
    if (preview) setShown(reply.signedUrl);
    else openAddress(reply.signedUrl, fromUrl);
  };
  const Icon = preview ? IconPhoto : IconFile;
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
        <button type="button" className={styles.tile} aria-busy={sign.busy} onClick={() => void open()}>
          <Icon size={20} aria-hidden />
          {words}
          <span className={styles.act}>
            <ActIcon fromUrl={fromUrl} preview={preview} />
            {wordOf(t, fromUrl, preview)}
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
      <div className={styles.state}>
        <ScanTag scan={of.scan} />
        <span>{stateWords(t, of)}</span>
        {mayScan ? <ScanAgain automationId={automationId} of={of} /> : null}
      </div>
      {scanMessage === '' ? null : <p className={styles.state}>{scanMessage}</p>}
      {contentId === '' ? null : (
        <p className={styles.hash}>
          {t('attachment.sha256')} <code>{contentId}</code>
        </p>
      )}
      {shown === undefined ? null : (
        <AttachmentPreview automationId={automationId} of={of} address={shown} onClose={() => setShown(undefined)} />
      )}
    </div>
  );
}

function ActIcon({ fromUrl, preview }: { fromUrl: boolean; preview: boolean }): ReactNode {
  if (preview) return <IconEye size={16} aria-hidden />;
  return fromUrl ? <IconExternalLink size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />;
}

function wordOf(t: ReturnType<typeof useWords>, fromUrl: boolean, preview: boolean): string {
  if (preview) return t('attachment.preview');
  return fromUrl ? t('attachment.open') : t('attachment.download');
}

/** C19-16, C19-17 */
function stateWords(t: ReturnType<typeof useWords>, { uploadStatus, uploadType, scan }: Attachment): string {
  if (uploadStatus === 'SUCCESS' && uploadType === 'URL') return t('attachment.notScannedUrl');
  return uploadStatus === 'SUCCESS' ? t(`attachment.text_${scan}`) : t(`attachment.status_${uploadStatus}`);
}
