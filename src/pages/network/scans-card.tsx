import { useState, type ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Notice } from '../../parts/notice.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import { useScanColumns, type Scan, type ScanAct } from './scan-columns.tsx';
import { ScanFlow } from './scan-flow.tsx';

/** The saved scans, which run by themselves. */
export function ScansCard({ clientId, add }: { clientId: number; add: ReactNode }): ReactNode {
  const t = useWords();
  const scans = useRows('listNetworkScans', clientId > 0 ? { clientId } : {}, { refetchEverySeconds: 10 });
  const [opened, setOpened] = useState<{ what: 'edit' | 'delete'; scan: Scan }>();
  const close = (): void => setOpened(undefined);
  const refresh = ['listNetworkScans', 'listDiscoveries'] as const;
  const start = useAct('runNetworkScan', { failed: t('networkScan.runFailed'), refresh: [...refresh] });
  const pause = useAct('pauseNetworkScan', { failed: t('networkScan.pauseFailed'), refresh: [...refresh] });
  const act = (what: ScanAct, scan: Scan): void => {
    const params = { id: scan.id };
    if (what === 'run') void start.run({ params });
    else if (what === 'pause') void pause.run({ params, body: { paused: !scan.paused } });
    else setOpened({ what, scan });
  };
  const columns = useScanColumns(act);
  const total = scans.first.data?.total || undefined;
  return (
    <Card title={t('networkScan.title')} count={total} flush>
      <DataState of={scans.first} failed={t('networkScan.failed')} bones={<Bones lines={2} />}>
        {({ total: count }) =>
          count === 0 ? (
            <Message title={t('networkScan.none')} text={t('networkScan.noneText')} actions={add} />
          ) : (
            <>
              {scans.failure ? <Notice title={t('networkScan.failed')} text={scans.failure.message} /> : null}
              <DataTable
                label={t('networkScan.title')}
                rows={scans.rows}
                columns={columns}
                onSeen={scans.onSeen}
                onOpen={(scan) => setOpened({ what: 'edit', scan })}
              />
            </>
          )
        }
      </DataState>
      {opened?.what === 'edit' ? <ScanFlow id={opened.scan.id} onEnded={close} /> : null}
      {opened?.what === 'delete' ? <DeleteScan scan={opened.scan} onClose={close} /> : null}
    </Card>
  );
}

function DeleteScan({ scan: { id, name }, onClose }: { scan: Scan; onClose: () => void }): ReactNode {
  const t = useWords();
  const remove = useAct('removeNetworkScan', {
    done: t('networkScan.deleted', { name }),
    failed: t('networkScan.deleteFailed'),
    refresh: ['listNetworkScans', 'listDiscoveries'],
  });
  return (
    <ConfirmModal
      opened
      danger
      title={t('networkScan.deleteTitle', { name })}
      text={t('networkScan.deleteText')}
      act={t('networkScan.delete')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={onClose}
      onConfirm={() => void remove.run({ params: { id } }).then((done) => done && onClose())}
    />
  );
}
