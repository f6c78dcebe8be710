import {
  IconAlertTriangleFilled,
  IconArrowBackUp,
  IconArrowUpRight,
  IconBellOff,
  IconCircleCheckFilled,
  IconCircleOff,
  IconNote,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRepeat,
  IconSend,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import type { Tone } from '#screens/shared/tag.tsx';
import { Card } from '../../parts/card.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import styles from './alert.module.css';
import { NoteForm } from './note-form.tsx';
import { Deliveries, NoticeTitle } from './notice.tsx';

type AlertDetail = CallReply<'readAlert'>;
type Entry = AlertDetail['timeline'][number];

const looks: Record<Entry['kind'], { icon: Icon; tone: Tone }> = {
  RAISED: { icon: IconAlertTriangleFilled, tone: 'bad' },
  NOTIFIED: { icon: IconSend, tone: 'idle' },
  NOT_NOTIFIED: { icon: IconBellOff, tone: 'warn' },
  ACKNOWLEDGED: { icon: IconUserCheck, tone: 'good' },
  WITHDRAWN: { icon: IconArrowBackUp, tone: 'warn' },
  NOTE: { icon: IconNote, tone: 'idle' },
  ASSIGNED: { icon: IconUserPlus, tone: 'idle' },
  UNASSIGNED: { icon: IconUserMinus, tone: 'idle' },
  PAUSED: { icon: IconPlayerPauseFilled, tone: 'idle' },
  RESUMED: { icon: IconPlayerPlayFilled, tone: 'idle' },
  REPEATED: { icon: IconRepeat, tone: 'idle' },
  ESCALATED: { icon: IconArrowUpRight, tone: 'warn' },
  RESET: { icon: IconCircleCheckFilled, tone: 'good' },
  ENDED: { icon: IconCircleOff, tone: 'idle' },
};

/** What happened to the alert, the latest first, and the form that adds a note. */
export function Timeline({ alert: { id, timeline, shortened } }: { alert: AlertDetail }): ReactNode {
  const t = useWords();
  const may = useMay();
  return (
    <Card flush title={t('alerts.timeline')} count={timeline.length}>
      {may('NODE:Update') ? <NoteForm alertId={id} /> : null}
      <ol className={styles.timeline} aria-label={t('alerts.timeline')}>
        {timeline.toReversed().map((entry, index) => (
          <Line key={timeline.length - index} entry={entry} />
        ))}
      </ol>
      {shortened ? <p className={styles.shortened}>{t('alerts.shortened')}</p> : null}
    </Card>
  );
}

function Line({ entry }: { entry: Entry }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { kind, at, by, words, notice } = entry;
  const { icon: LineIcon, tone } = looks[kind];
  const said = kind === 'ASSIGNED' || kind === 'REPEATED' || kind === 'ESCALATED' ? words : '';
  return (
    <li className={styles.entry}>
      <span className={styles.entryIcon} data-tone={tone}>
        <LineIcon size={15} aria-hidden />
      </span>
      <div className={styles.entryText}>
        <div className={styles.entryHead}>
          <span className={styles.entryTitle}>
            {notice ? <NoticeTitle notice={notice} /> : t(`alerts.event.${kind}`, { name: by ?? '', words: said })}
          </span>
          <time dateTime={at} className={styles.entryTime}>
            {format.exact(at)}
          </time>
        </div>
        {notice ? <Deliveries notice={notice} /> : <Words entry={entry} />}
      </div>
    </li>
  );
}

/** The words that somebody wrote, or the reason that the server had. */
function Words({ entry: { kind, words } }: { entry: Entry }): ReactNode {
  const t = useWords();
  switch (kind) {
    case 'RAISED':
    case 'ACKNOWLEDGED':
    case 'NOTE':
      return words === '' ? null : <p className={styles.words}>{words}</p>;
    case 'ENDED':
      return <p className={styles.reason}>{t(`alerts.endReason.${words}`, { defaultValue: '' })}</p>;
    case 'NOT_NOTIFIED':
      return <p className={styles.reason}>{words === 'NO_MAIL' ? t('alerts.noMail') : t('alerts.noTechnician')}</p>;
    default:
      return null;
  }
}
