import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { reviewStates } from '#api/contract/attachments.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import { scriptPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { ScanTag } from './attachment-tile.tsx';
import styles from './scripts.module.css';

type Reviewed = CallReply<'listMalwareScans'>[number];

/** Installers that no device gets: their file is processed, infected, or could not be scanned (C12-15). */
export default function UnderReviewPage(): ReactNode {
  const t = useWords();
  return (
    <Page title={t('nav.underReview')} description={t('attachment.reviewText')}>
      <div className={styles.cards}>
        {reviewStates.map((status) => (
          <Reviews key={status} status={status} />
        ))}
      </div>
    </Page>
  );
}

function Reviews({ status }: { status: (typeof reviewStates)[number] }): ReactNode {
  const t = useWords();
  const reviewed = useCall('listMalwareScans', { params: { status } }, { refetchEverySeconds: 30 });
  const title = t(`attachment.review_${status}`);
  return (
    <Card title={title} {...(reviewed.data && { count: reviewed.data.length })} flush>
      <DataState of={reviewed} failed={t('attachment.reviewFailed')} bones={<Bones lines={2} />}>
        {(all) =>
          all.length === 0 ? (
            <Message icon={<IconShieldCheck size={28} stroke={1.5} />} title={t(`attachment.none_${status}`)} />
          ) : (
            <ul className={styles.devices} aria-label={title}>
              {all.map((one) => (
                <Review key={one.attachment.id} of={one} />
              ))}
            </ul>
          )
        }
      </DataState>
    </Card>
  );
}

function Review({ of: { id, name, attachment, uploadedBy, uploadedAt } }: { of: Reviewed }): ReactNode {
  return (
    <li>
      <div className={styles.deviceLine}>
        <Link to={scriptPath(id)} className={styles.deviceName}>
          {name}
        </Link>
        <ScanTag scan={attachment.scan} />
        <span>{attachment.metadata.name}</span>
        <span className={styles.end}>
          {uploadedBy} · <When at={uploadedAt} />
        </span>
      </div>
      {attachment.scanMessage === '' ? null : <div className={styles.deviceLine}>{attachment.scanMessage}</div>}
    </li>
  );
}
