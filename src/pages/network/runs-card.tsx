import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Notice } from '../../parts/notice.tsx';
import { When } from '../../parts/when.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import { discoveryPath } from './paths.ts';
import { RunState } from './run-state.tsx';

type Row = CallReply<'listDiscoveries'>['items'][number];

function useColumns(): Column<Row>[] {
  const t = useWords();
  return [
    {
      id: 'started',
      title: t('networkRun.started'),
      fixed: true,
      width: 140,
      fills: true,
      cell: ({ runId, startedAt, scan, probe, responding, targets }) => (
        <>
          <Link className={tableStyles.main} to={discoveryPath(runId)}>
            <When at={startedAt} />
          </Link>
          <span className={tableStyles.second}>
            {[scan?.name ?? probe.nodeName, t('networkRun.short', { responding, targets })].join(' · ')}
          </span>
        </>
      ),
    },
    { id: 'probe', title: t('networkRun.probe'), from: 640, cell: ({ probe }) => probe.nodeName },
    { id: 'scan', title: t('networkRun.scan'), from: 900, cell: ({ scan }) => scan?.name ?? '–' },
    {
      id: 'place',
      title: t('networkRun.place'),
      from: 1140,
      cell: ({ clientName, locationName }) => [clientName, locationName].join(' · '),
    },
    {
      id: 'by',
      title: t('networkRun.by'),
      from: 1140,
      cell: ({ startedBy }) => startedBy ?? t('networkRun.bySchedule'),
    },
    { id: 'targets', title: t('networkRun.targets'), from: 900, width: 90, align: 'end', cell: (row) => row.targets },
    {
      id: 'responding',
      title: t('networkRun.responding'),
      from: 640,
      width: 100,
      align: 'end',
      cell: (row) => row.responding,
    },
    {
      id: 'new',
      title: t('networkRun.new'),
      from: 640,
      width: 80,
      cell: ({ newDevices, unknownDevices }) =>
        newDevices === 0 ? null : <Tag tone={unknownDevices > 0 ? 'warn' : 'idle'}>{newDevices}</Tag>,
    },
    { id: 'state', title: t('networkRun.stateOf'), width: 130, from: 640, cell: (row) => <RunState {...row} /> },
  ];
}

/** The discoveries of networks, by whoever started them. */
export function RunsCard({ clientId, discover }: RunsCardProps): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const columns = useColumns();
  const runs = useRows('listDiscoveries', clientId > 0 ? { clientId } : {}, { refetchEverySeconds: 10 });
  return (
    <Card title={t('networkRun.title')} count={runs.first.data?.total || undefined} flush>
      <DataState of={runs.first} failed={t('networkRun.failed')} tall bones={<Bones lines={6} />}>
        {({ total }) =>
          total === 0 ? (
            <Message tall title={t('networkRun.none')} text={t('networkRun.noneText')} actions={discover} />
          ) : (
            <>
              {runs.failure ? <Notice title={t('networkRun.failed')} text={runs.failure.message} /> : null}
              <DataTable
                label={t('networkRun.title')}
                rows={runs.rows}
                columns={columns}
                onSeen={runs.onSeen}
                onOpen={({ runId }) => void navigate({ to: discoveryPath(runId) })}
              />
            </>
          )
        }
      </DataState>
    </Card>
  );
}

interface RunsCardProps {
  clientId: number;
  discover: ReactNode;
}
