import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { typeTitles } from '#schemas/cloud-monitor/types.ts';
import { CheckFindings } from '#screens/monitor-findings/check-findings.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { AlertList } from '../../parts/alert-list.tsx';
import { Address } from '../../parts/address.tsx';
import { CustomFields } from '../../flow/custom-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { Status } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { organizationPath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { filteredPath } from '../monitors/filters.ts';
import { useWords } from '../../words/words.ts';
import { MaintenanceNotice } from '../maintenance/maintenance-notice.tsx';
import { Conditions } from './conditions.tsx';
import { MonitorActions } from './monitor-actions.tsx';
import styles from './monitor.module.css';
import { NoAlert } from './no-alert.tsx';
import { Plots } from './plots.tsx';

type Monitor = CallReply<'readMonitor'>;

function Settings({ monitor }: { monitor: Monitor }): ReactNode {
  const t = useWords();
  const may = useMay();
  const format = useFormat();
  const {
    clientId,
    clientName,
    locationName,
    monitorType,
    target,
    methodType,
    frequency,
    timeout,
    createdAt,
    updatedAt,
  } = monitor;
  return (
    <Card title={t('monitor.settings')}>
      <dl className={parts.facts}>
        <dt>{t('monitors.organization')}</dt>
        <dd>{may('ORGANIZATION:View') ? <Link to={organizationPath(clientId)}>{clientName}</Link> : clientName}</dd>
        <dt>{t('monitor.location')}</dt>
        <dd>{locationName}</dd>
        <dt>{t('monitors.type')}</dt>
        <dd>
          {typeTitles[monitorType]} {monitorType === 'HTTP' ? methodType : null}
        </dd>
        <dt>{t('monitors.target')}</dt>
        <dd className={parts.mono}>
          <Address text={target} />
        </dd>
        <dt>{t('monitor.frequency')}</dt>
        <dd>{t('monitor.every', { time: format.duration(frequency) })}</dd>
        <dt>{t('monitor.timeout')}</dt>
        <dd>{format.duration(timeout)}</dd>
        <dt>{t('monitor.created')}</dt>
        <dd>
          <When at={createdAt} />
        </dd>
        <dt>{t('monitor.updated')}</dt>
        <dd>
          <When at={updatedAt} />
        </dd>
      </dl>
    </Card>
  );
}

function Alerts({ id }: { id: number }): ReactNode {
  const t = useWords();
  const alerts = useCall('listAlerts', { query: { monitorId: id, limit: 20 } });
  return (
    <Card flush title={t('alerts.title')} count={alerts.data?.total}>
      <DataState of={alerts} failed={t('alerts.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <Message title={t('alerts.never')} text={t('alerts.neverText')} />
          ) : (
            <AlertList alerts={items} />
          )
        }
      </DataState>
    </Card>
  );
}

/** What the status means since when, in a sentence. */
function Since({ monitor }: { monitor: Monitor }): ReactNode {
  const t = useWords();
  return (
    <>
      <span className={parts.mono}>{monitor.target}</span>
      {monitor.statusSince ? (
        <>
          {' · '}
          {t('monitor.lasting', { status: t(`status.${monitor.status}`) })} <When at={monitor.statusSince} lasting />
        </>
      ) : null}
    </>
  );
}

export default function MonitorPage(): ReactNode {
  const t = useWords();
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const known = Number.isInteger(id) && id > 0;
  const monitor = useCall('readMonitor', { params: { id } }, { enabled: known });
  const data = monitor.data;
  if (!known || monitor.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={data?.monitorName ?? t('monitor.title')}
      aside={data ? <Status state={data.status} /> : null}
      description={data ? <Since monitor={data} /> : null}
      parents={[
        { path: filteredPath({}), title: t('nav.monitors') },
        ...(data ? [{ path: filteredPath({ clientId: data.clientId }), title: data.clientName }] : []),
      ]}
      actions={data ? <MonitorActions monitor={data} /> : null}
    >
      <DataState of={monitor} failed={t('monitor.failed')} tall>
        {(read) => (
          <>
            {read.maintenance ? <MaintenanceNotice window={read.maintenance} /> : null}
            <NoAlert monitor={read} />
            <div className={styles.columns}>
              <div className={styles.stack}>
                <Plots id={id} frequency={read.frequency} createdAt={read.createdAt} />
                <Card title={t('monitor.lastResponse')}>
                  {read.lastResult ? (
                    <CheckFindings
                      result={read.lastResult}
                      detail={read.lastDetail}
                      when={<When at={read.lastResult.at} />}
                    />
                  ) : (
                    <Message title={t('monitor.noResults')} text={t('monitor.noResultsText')} />
                  )}
                </Card>
              </div>
              <div className={styles.stack}>
                <Conditions monitor={read} />
                <Settings monitor={read} />
                <CustomFields flow="cloud-monitor" call="saveMonitor" entity={read} organizationId={read.clientId} />
                <Alerts id={id} />
              </div>
            </div>
          </>
        )}
      </DataState>
    </Page>
  );
}
