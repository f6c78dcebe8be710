import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import styles from './reboots.module.css';
import { ScheduleReboot } from './schedule-reboot.tsx';

type Reboot = CallReply<'listDeviceReboots'>[number];

const tones: Partial<Record<Reboot['state'], Tone>> = {
  DONE: 'good',
  REFUSED: 'bad',
  MISSED: 'warn',
  UNCONFIRMED: 'warn',
};

interface Props {
  id: number;
  name: string;
  timeZone: string;
}

/** The scheduled reboots of a device: how each stands, and a way to cancel those that wait. */
export function RebootsCard({ id, name, timeZone }: Props): ReactNode {
  const t = useWords();
  const reboots = useCall('listDeviceReboots', { params: { id } }, { refetchEverySeconds: 30 });
  const [cancelling, setCancelling] = useState<Reboot>();
  return (
    <Card
      flush
      title={t('reboot.title')}
      actions={<ScheduleReboot ids={[id]} one={{ name, zone: timeZone }} size="xs" />}
    >
      <DataState of={reboots} failed={t('reboot.failed')}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.none}>{t('reboot.none')}</p>
          ) : (
            <ul className={styles.list}>
              {all.map((reboot) => (
                <Row key={reboot.id} reboot={reboot} onCancel={setCancelling} />
              ))}
            </ul>
          )
        }
      </DataState>
      {cancelling ? (
        <Cancel device={{ id, name }} reboot={cancelling} onClose={() => setCancelling(undefined)} />
      ) : null}
    </Card>
  );
}

function Row({ reboot, onCancel }: { reboot: Reboot; onCancel: (reboot: Reboot) => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  const { name, description, state, reason, skipIfOffline, createdBy, createdAt } = reboot;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span>
          <Time {...reboot} />
        </span>
        {reason === '' ? null : <span>{reason}</span>}
        {description === '' ? null : <span className={styles.quiet}>{description}</span>}
        <span className={styles.quiet}>
          {t(skipIfOffline ? 'reboot.skips' : 'reboot.waits')} · {t('reboot.by', { name: createdBy })}{' '}
          <When at={createdAt} />
        </span>
      </div>
      <div className={styles.end}>
        <Tag {...(tones[state] && { tone: tones[state] })}>{t(`reboot.state${state}`)}</Tag>
        {state === 'WAITING' && may('NODE:Update') ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('reboot.cancelOf', { name })}
            onClick={() => onCancel(reboot)}
          >
            {t('reboot.cancel')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** When it is due for the viewer, and by the clocks of its own zone where those differ. */
function Time({ runAt, timeZone }: Pick<Reboot, 'runAt' | 'timeZone'>): ReactNode {
  const t = useWords();
  const format = useFormat();
  const at = Date.parse(runAt);
  const here = `${format.date(at)}, ${format.time(at, 'minute')}`;
  const there = localText(at, timeZone);
  if (there === localText(at, format.zone)) return here;
  return t('reboot.also', { here, there: there.replace('T', ' '), zone: timeZone.replaceAll('_', ' ') });
}

function Cancel({
  device,
  reboot,
  onClose,
}: {
  device: { id: number; name: string };
  reboot: Reboot;
  onClose: () => void;
}): ReactNode {
  const t = useWords();
  const cancel = useAct('cancelReboot', {
    done: t('reboot.cancelled'),
    failed: t('reboot.cancelFailed'),
    refresh: ['listDeviceReboots'],
  });
  return (
    <ConfirmModal
      opened
      danger
      title={t('reboot.cancelOf', { name: reboot.name })}
      text={t('reboot.cancelText', { name: device.name })}
      act={t('reboot.cancelAct')}
      busy={cancel.busy}
      failure={cancel.failure?.message}
      onClose={onClose}
      onConfirm={() =>
        void cancel
          .run({ params: { id: device.id, taskId: reboot.id } })
          .then((reply) => reply !== undefined && onClose())
      }
    />
  );
}
