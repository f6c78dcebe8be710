import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleOff,
  IconPlayerPauseFilled,
  IconTool,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useWords } from '../words/words.ts';
import type { Alert } from './alert.ts';

type Standing = 'ended' | 'reset' | 'acknowledged' | 'open';

/** The state of an alert. "Ended" means that no check reset it: its target is no longer monitored. */
export function standingOf({ resetAt, endReason, acknowledged }: Alert): Standing {
  if (resetAt !== null) return endReason === null ? 'reset' : 'ended';
  return acknowledged === null ? 'open' : 'acknowledged';
}

const looks = {
  open: { icon: IconAlertTriangleFilled, tone: 'bad' },
  acknowledged: { icon: IconUserCheck, tone: 'warn' },
  reset: { icon: IconCircleCheckFilled, tone: 'good' },
  ended: { icon: IconCircleOff, tone: 'idle' },
} as const satisfies Record<Standing, { icon: unknown; tone: Tone }>;

export function AlertStanding({ alert }: { alert: Alert }): ReactNode {
  const t = useWords();
  const standing = standingOf(alert);
  const { icon: Icon, tone } = looks[standing];
  const hint = alert.endReason === null ? undefined : t(`alerts.endReason.${alert.endReason}`);
  return (
    <span title={hint}>
      <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
        {t(`alerts.standing.${standing}`)}
      </Tag>
    </span>
  );
}

/** Why no check resets an open alert now, or why nobody is notified. */
export function AlertMarks({ alert: { resetAt, paused, maintenance } }: { alert: Alert }): ReactNode {
  const t = useWords();
  if (resetAt !== null) return null;
  return (
    <>
      {paused ? (
        <span title={t('alerts.pausedText')}>
          <Tag icon={<IconPlayerPauseFilled size={13} aria-hidden />}>{t('status.paused')}</Tag>
        </span>
      ) : null}
      {maintenance ? (
        <span title={t('alerts.maintenanceText')}>
          <Tag tone="warn" icon={<IconTool size={13} aria-hidden />}>
            {t('status.maintenance')}
          </Tag>
        </span>
      ) : null}
    </>
  );
}
