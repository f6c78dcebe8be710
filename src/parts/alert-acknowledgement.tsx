import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchedPart, fetchSoon } from '#screens/fetched-part.tsx';
import { useAct } from '../data/use-act.ts';
import { useMay } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import type { Alert } from './alert.ts';
import { When } from './when.tsx';

/** With its form, which no list needs before somebody presses. */
export const AcknowledgeModal = fetchedPart(async () => (await import('./acknowledge-modal.tsx')).AcknowledgeModal);

/** Who looks after an alert, since when, and what they wrote; nothing for one that nobody does. */
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

/** What whoever may change the monitor can do about an alert: acknowledge it, change the note, take it back. `large`: on its page. */
export function AcknowledgementActions({ alert, large = false }: { alert: Alert; large?: boolean }): ReactNode {
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
  // One that is over needs nobody any more.
  if (!may('NODE:Update') || (acknowledged === null && resetAt !== null)) return null;
  return (
    <>
      {acknowledged === null ? (
        <Button
          {...(large ? {} : { variant: 'default', size: 'compact-sm' })}
          leftSection={<IconUserCheck size={large ? 16 : 14} aria-hidden />}
          aria-label={t('alerts.acknowledgeOf', { condition, monitor })}
          onClick={() => setAsking(true)}
        >
          {t('alerts.acknowledge')}
        </Button>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={large ? 32 : 26}
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
