import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { AcknowledgementActions } from '../../parts/alert-acknowledgement.tsx';
import { AlertMarks, AlertStanding } from '../../parts/alert-marks.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { organizationPath, watchedPath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { PerformanceCard } from '../devices/performance-card.tsx';
import { MaintenanceNotice } from '../maintenance/maintenance-notice.tsx';
import styles from './alert.module.css';
import { Checks } from './checks.tsx';
import { Facts } from './facts.tsx';
import { Handling } from './handling.tsx';
import { Timeline } from './timeline.tsx';

type AlertDetail = CallReply<'readAlert'>;

function Place({ alert }: { alert: AlertDetail }) {
  const { monitorName, clientId, clientName, raisedAt } = alert;
  const t = useWords();
  const may = useMay();
  return (
    <>
      <Link className={styles.place} to={watchedPath(alert)}>
        {monitorName}
      </Link>
      {' · '}
      {may('ORGANIZATION:View') ? (
        <Link className={styles.place} to={organizationPath(clientId)}>
          {clientName}
        </Link>
      ) : (
        clientName
      )}
      {' · '}
      {t('alerts.raised')} <When at={raisedAt} />
    </>
  );
}

/** A message that is on its way comes to an end without a live message. */
const waitingSeconds = 3;
function isWaiting({ timeline }: AlertDetail): boolean {
  return timeline.some(({ notice }) => notice?.deliveries.some(({ state }) => state === 'pending'));
}

/** One alert: what is wrong, what happened to it so far, and what its monitor's checks found around it, or the load of its device. */
export default function AlertPage(): ReactNode {
  const t = useWords();
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const known = Number.isInteger(id) && id > 0;
  const [waiting, setWaiting] = useState(false);
  const alert = useCall(
    'readAlert',
    { params: { id } },
    { enabled: known, ...(waiting && { refetchEverySeconds: waitingSeconds }) },
  );
  const data = alert.data;
  const monitorId = data && !data.ofDevice ? data.monitorId : 0;
  const monitor = useCall('readMonitor', { params: { id: monitorId } }, { enabled: monitorId > 0 });
  useEffect(() => setWaiting(data !== undefined && isWaiting(data)), [data]);
  if (!known || alert.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={data?.conditionName ?? t('alerts.one')}
      aside={
        data ? (
          <span className={styles.marks}>
            <AlertStanding alert={data} />
            <AlertMarks alert={data} />
          </span>
        ) : null
      }
      description={data ? <Place alert={data} /> : null}
      parents={[{ path: '/alerts', title: t('nav.alerts') }]}
      actions={data ? <AcknowledgementActions alert={data} size="large" /> : null}
    >
      <DataState of={alert} failed={t('alerts.oneFailed')} tall>
        {(read) => (
          <>
            {read.resetAt === null && monitor.data?.maintenance ? (
              <MaintenanceNotice window={monitor.data.maintenance} />
            ) : null}
            <div className={styles.columns}>
              <div className={styles.stack}>
                <Facts alert={read} />
                <Timeline alert={read} />
              </div>
              <div className={styles.stack}>
                <Handling alert={read} />
                {read.ofDevice ? <PerformanceCard id={read.monitorId} /> : <Checks alert={read} monitor={monitor} />}
              </div>
            </div>
          </>
        )}
      </DataState>
    </Page>
  );
}
