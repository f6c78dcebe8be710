import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { useWords } from '../../words/words.ts';
import { AttachmentTile, type Attachment } from './attachment-tile.tsx';
import { AutomationIcon } from './automation-icon.tsx';
import styles from './scripts.module.css';

interface Props {
  script: CallReply<'readScript'>;
  installer: Attachment;
}

/** The files of an installer: what runs, what is delivered beside it (F05-28), and its icon (F05-29). */
export function InstallerFiles({ script: { id, may, iconUrl }, installer }: Props): ReactNode {
  const t = useWords();
  const files = useCall('readInstallAttachments', { params: { id } }).data;
  const mayScan = may.update && files?.hasScanner === true;
  const helpers = files?.helperAttachments ?? [];
  const icon = files?.customIconAttachment ?? undefined;
  return (
    <>
      <Card title={t('script.installer')}>
        <AttachmentTile automationId={id} of={installer} mayScan={mayScan} />
      </Card>
      {helpers.length === 0 ? null : (
        <Card title={t('script.helpers')} count={helpers.length}>
          <div className={styles.helpers}>
            {helpers.map((file) => (
              <AttachmentTile key={file.id} automationId={id} of={file} mayScan={mayScan} />
            ))}
          </div>
        </Card>
      )}
      {icon === undefined ? null : (
        <Card title={t('script.icon')}>
          <div className={styles.iconCard}>
            <AutomationIcon url={iconUrl} large />
            <AttachmentTile automationId={id} of={icon} mayScan={mayScan} />
          </div>
        </Card>
      )}
    </>
  );
}
