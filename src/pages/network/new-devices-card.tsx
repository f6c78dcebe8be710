import { Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import styles from './network.module.css';

type Device = CallReply<'listNewDevices'>['items'][number];

interface Props {
  run: string;
  scanId: number;
  /** Opens the wizard with these addresses selected. */
  onAdd: (addresses: string[]) => void;
}

/** The devices that the run of a scan found and no earlier one knew. */
export function NewDevicesCard({ run, scanId, onAdd }: Props): ReactNode {
  const t = useWords();
  const devices = useRows('listNewDevices', {}, { params: { id: run } });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mark = useAct('markDevicesKnown', {
    done: ({ marked }) => t('newDevice.marked', { count: marked }),
    failed: t('newDevice.markFailed'),
    refresh: ['listNewDevices', 'readDiscovery', 'listNetworkScans', 'listAlerts'],
  });
  const fresh = devices.rows.filter((device) => device?.standing === 'new').flatMap((device) => device ?? []);
  const picked = chosen.size === 0 ? fresh : fresh.filter(({ id }) => chosen.has(id));
  const count = picked.length;
  const columns = useColumns();
  return (
    <Card
      title={t('newDevice.title')}
      count={devices.first.data?.total}
      text={t('newDevice.text')}
      flush
      actions={
        count === 0 ? null : (
          <>
            <Button
              variant="default"
              leftSection={<IconCheck size={16} />}
              loading={mark.busy}
              onClick={() =>
                void mark
                  .run({ params: { id: scanId }, body: { hosts: picked.map(({ id }) => id) } })
                  .then((done) => done && setChosen(new Set()))
              }
            >
              {t('newDevice.mark', { count })}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => onAdd(picked.map(({ ip }) => ip))}>
              {t('newDevice.add', { count })}
            </Button>
          </>
        )
      }
    >
      <DataState of={devices.first} failed={t('newDevice.failed')}>
        {() => (
          <DataTable
            label={t('newDevice.title')}
            rows={devices.rows}
            columns={columns}
            onSeen={devices.onSeen}
            selection={{ chosen, onChange: setChosen, label: ({ name }) => t('newDevice.choose', { name }) }}
          />
        )}
      </DataState>
    </Card>
  );
}

function useColumns(): Column<Device>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      title: t('newDevice.name'),
      fixed: true,
      cell: ({ name, ip, standing, knownBy }) => (
        <>
          <span className={tableStyles.main}>{name}</span>
          <span className={tableStyles.second}>
            {[ip, t(`newDevice.standing.${standing}`, { name: knownBy ?? '' })].join(' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'ip',
      title: t('newDevice.address'),
      from: 640,
      width: 150,
      cell: ({ ip }) => <span className={styles.mono}>{ip}</span>,
    },
    { id: 'vendor', title: t('newDevice.vendor'), from: 640, cell: ({ vendor }) => vendor },
    {
      id: 'mac',
      title: t('newDevice.mac'),
      from: 900,
      width: 160,
      cell: ({ mac }) => <span className={styles.mono}>{mac}</span>,
    },
    {
      id: 'standing',
      title: t('newDevice.standingOf'),
      width: 190,
      from: 640,
      cell: ({ standing, knownBy }) => (
        <Tag tone={standing === 'new' ? 'warn' : standing === 'added' ? 'good' : 'idle'}>
          {t(`newDevice.standing.${standing}`, { name: knownBy ?? '' })}
        </Tag>
      ),
    },
  ];
}
