import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchedPart, fetchSoon } from '#screens/fetched-part.tsx';
import { useAct } from '../data/use-act.ts';
import { useMay } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import type { Alert } from './alert.ts';
import { When } from './when.tsx';

/** Lazy-loaded with its form, which a list needs only after a click. */
export const AcknowledgeModal = fetchedPart(async () => (await import('./acknowledge-modal.tsx')).AcknowledgeModal);

/** Who acknowledged an alert, when, and their note; nothing for an unacknowledged alert. */
export function AcknowledgementNote({ alert: { acknowledged } }: { alert: Alert }): ReactNode {
  const t = useWords();
  if (acknowledged === null) return null;
  return (
    <>
      {t('alerts.acknowledgedBy', { name: acknowledged.by })} <When at={acknowledged.at} />
      {acknowledged.note === '' ? null : `: ${acknowledged.note}`}
    </>
  );
}

type Size = 'icon' | 'small' | 'large';

/** Actions for users who may change the monitor: acknowledge the alert, change the note, withdraw the acknowledgement. */
export function AcknowledgementActions({ alert, size = 'small' }: { alert: Alert; size?: Size }): ReactNode {
  const t = useWords();
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const withdraw = useAct('withdrawAcknowledgement', {
    done: t('alerts.takenBack'),
    failed: t('alerts.takeBackFailed'),
    refresh: ['listAlerts', 'readAlert'],
  });
  useEffect(() => fetchSoon(AcknowledgeModal), []);
  const { id, conditionName: condition, monitorName: monitor, acknowledged, resetAt } = alert;
  // An alert that has ended needs no acknowledgement.
  if (!may('NODE:Update') || (acknowledged === null && resetAt !== null)) return null;
  return (
    <>
      {acknowledged === null ? (
        <AcknowledgeButton
          size={size}
          label={t('alerts.acknowledgeOf', { condition, monitor })}
          onPress={() => setAsking(true)}
        />
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={size === 'large' ? 32 : 26}
              aria-label={t('alerts.actionsOf', { condition, monitor })}
              loading={withdraw.busy}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking(true)}>
              {t('alerts.changeNote')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => void withdraw.run({ params: { id } })}
            >
              {t('alerts.takeBack')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {asking ? <AcknowledgeModal alerts={[alert]} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function AcknowledgeButton({
  size,
  label,
  onPress,
}: {
  size: Size;
  /** Accessible name, which includes the alert. */
  label: string;
  onPress: () => void;
}): ReactNode {
  const t = useWords();
  if (size === 'icon')
    return (
      <Tooltip label={t('alerts.acknowledge')}>
        <ActionIcon variant="default" size={26} aria-label={label} onClick={onPress}>
          <IconUserCheck size={15} />
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Button
      {...(size === 'large' ? {} : { variant: 'default', size: 'compact-sm' })}
      leftSection={<IconUserCheck size={size === 'large' ? 16 : 14} aria-hidden />}
      aria-label={label}
      onClick={onPress}
    >
      {t('alerts.acknowledge')}
    </Button>
  );
}
