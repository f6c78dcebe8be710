import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconStethoscope, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { useFormat } from '../../format/format.ts';
import { AlertList } from '../../parts/alert-list.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { Status, Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { editMonitorPath, organizationPath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { CheckDetail } from './check-detail.tsx';
import styles from './monitor.module.css';
import { ResponseTime } from './response-time.tsx';
import { TestNow } from './test-now.tsx';

type Monitor = CallReply<'readMonitor'>;

function MonitorActions({ monitor }: { monitor: Monitor }): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const [testing, setTesting] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const { id, enabled, monitorName } = monitor;
  const refresh = ['readMonitor', 'listMonitors', 'systemOverview'] as const;
  const enable = useAct('enableMonitor', {
    done: enabled ? t('monitor.paused') : t('monitor.resumed'),
    failed: t('device.saveFailed'),
    refresh: [...refresh],
  });
  const remove = useAct('removeMonitor', {
    done: t('monitor.deleted', { name: monitorName }),
    failed: t('monitor.deleteFailed'),
    refresh: ['listMonitors', 'systemOverview', 'listAlerts'],
  });
  return (
    <>
      <Button variant="default" leftSection={<IconStethoscope size={16} />} onClick={() => setTesting(true)}>
        {t('monitor.test')}
      </Button>
      {may('NODE:Update') ? (
        <>
          <Button
            variant="default"
            loading={enable.busy}
            leftSection={enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
            onClick={() => void enable.run({ params: { id }, body: { enabled: !enabled } })}
          >
            {enabled ? t('monitor.pause') : t('monitor.resume')}
          </Button>
          <Button variant="default" component={Link} to={editMonitorPath(id)} leftSection={<IconPencil size={16} />}>
            {t('edit')}
          </Button>
        </>
      ) : null}
      {may('NODE:Delete') ? (
        <Menu>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('more')}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              {t('monitor.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {testing ? <TestNow monitor={monitor} onClose={() => setTesting(false)} /> : null}
      <ConfirmModal
        opened={deleting}
        danger
        title={t('monitor.deleteTitle', { name: monitorName })}
        text={t('monitor.deleteText')}
        act={t('monitor.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={() => {
          setDeleting(false);
          remove.clear();
        }}
        onConfirm={() => void remove.run({ params: { id } }).then((done) => done && navigate({ to: '/cloudMonitors' }))}
      />
    </>
  );
}

function Conditions({ conditions }: { conditions: Monitor['conditions'] }): ReactNode {
  const t = useWords();
  return (
    <Card flush title={t('monitor.conditions')} count={conditions.length}>
      {conditions.length === 0 ? (
        <Message title={t('monitor.noConditions')} text={t('monitor.noConditionsText')} />
      ) : (
        <ul className={styles.list}>
          {conditions.map(({ id, conditionName, description, enabled, state, raisedAt }) => (
            <li key={id} className={styles.condition}>
              <div>
                <span className={styles.conditionName}>{conditionName}</span>
                <span className={styles.conditionText}>{description}</span>
                {state === 'raised' && raisedAt ? (
                  <span className={styles.conditionText}>
                    {' '}
                    {t('alerts.raised')} <When at={raisedAt} />.
                  </span>
                ) : null}
              </div>
              {!enabled ? (
                <Tag>{t('condition.off')}</Tag>
              ) : state === 'raised' ? (
                <Tag tone="bad">{t('condition.raised')}</Tag>
              ) : (
                <Tag tone="good">{t('condition.ok')}</Tag>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

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
        <dd>{monitorType === 'HTTP' && methodType ? `${monitorType} ${methodType}` : monitorType}</dd>
        <dt>{t('monitors.target')}</dt>
        <dd className={parts.mono}>{target}</dd>
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
          {t('monitor.since', { status: t(`status.${monitor.status}`) })} <When at={monitor.statusSince} />
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
      parents={[{ path: '/cloudMonitors', title: t('nav.monitors') }]}
      actions={data ? <MonitorActions monitor={data} /> : null}
    >
      <DataState of={monitor} failed={t('monitor.failed')} tall>
        {(read) => (
          <div className={styles.columns}>
            <div className={styles.stack}>
              <ResponseTime id={id} frequency={read.frequency} createdAt={read.createdAt} />
              <Card title={t('monitor.lastResponse')}>
                {read.lastResult ? (
                  <CheckDetail result={read.lastResult} detail={read.lastDetail} />
                ) : (
                  <Message title={t('monitor.noResults')} text={t('monitor.noResultsText')} />
                )}
              </Card>
            </div>
            <div className={styles.stack}>
              <Conditions conditions={read.conditions} />
              <Settings monitor={read} />
              <Alerts id={id} />
            </div>
          </div>
        )}
      </DataState>
    </Page>
  );
}
