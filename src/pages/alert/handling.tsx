import { Button, Select } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { AcknowledgementNote } from '../../parts/alert-acknowledgement.tsx';
import type { Alert } from '../../parts/alert.ts';
import { Card } from '../../parts/card.tsx';
import parts from '../../parts/parts.module.css';
import { useMay, useMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import styles from './alert.module.css';

/** Who works on the alert; whoever may change the monitor hands it on. */
export function Handling({ alert }: { alert: Alert }): ReactNode {
  const t = useWords();
  const may = useMay();
  const { assignee, acknowledged } = alert;
  return (
    <Card title={t('alerts.handling')}>
      {may('NODE:Update') ? (
        <Assignee alert={alert} />
      ) : (
        <dl className={parts.facts}>
          <dt>{t('alerts.assignedTo')}</dt>
          <dd>{assignee?.name ?? t('alerts.nobody')}</dd>
        </dl>
      )}
      <p className={styles.acknowledged}>
        {acknowledged === null ? (
          <span className={parts.quiet}>{t('alerts.notAcknowledged')}</span>
        ) : (
          <AcknowledgementNote alert={alert} />
        )}
      </p>
    </Card>
  );
}

const nobody = 'nobody';

function Assignee({ alert: { id, assignee } }: { alert: Alert }): ReactNode {
  const t = useWords();
  const me = useMe();
  const technicians = useCall('listAlertTechnicians', { params: { id } });
  const assign = useAct('assignAlert', {
    done: ({ alert }) =>
      alert.assignee === null ? t('alerts.assignedNobody') : t('alerts.assigned', { name: alert.assignee.name }),
    failed: t('alerts.assignFailed'),
    refresh: ['readAlert', 'listAlerts'],
  });
  const known = technicians.data ?? [];
  // Somebody who may no longer see the alert, or who was deleted, still has it.
  const value = assignee === null ? nobody : String(assignee.id ?? assignee.name);
  const listed = known.some((each) => String(each.id) === value);
  const options = [
    { value: nobody, label: t('alerts.nobody') },
    ...(assignee !== null && !listed ? [{ value, label: assignee.name, disabled: true }] : []),
    ...known.map((each) => ({ value: String(each.id), label: each.name })),
  ];
  const give = (userId: number | null) => void assign.run({ params: { id }, body: { userId } });
  return (
    <div className={styles.assign}>
      <Select
        className={styles.assignee}
        label={t('alerts.assignedTo')}
        data={options}
        value={value}
        allowDeselect={false}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage={t('table.noMatch')}
        limit={200}
        disabled={assign.busy}
        error={technicians.isError ? t('alerts.techniciansFailed') : undefined}
        onChange={(chosen) => chosen !== null && chosen !== value && give(chosen === nobody ? null : Number(chosen))}
      />
      {assignee?.id === me.id || !known.some((each) => each.id === me.id) ? null : (
        <Button
          variant="default"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          loading={assign.busy}
          onClick={() => give(me.id)}
        >
          {t('alerts.assignToMe')}
        </Button>
      )}
    </div>
  );
}
