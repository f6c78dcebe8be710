import { Button } from '@mantine/core';
import { IconBuilding, IconCheck, IconPlus, IconHeartRateMonitor } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import { useMay, useMe } from '../../session/session.ts';
import { addPaths } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import styles from './dashboard.module.css';
import { Drafts } from './drafts.tsx';
import { DownMonitors } from './down-monitors.tsx';
import { ExpiringCredentials } from './expiring-credentials.tsx';
import { LatestActivity } from './latest-activity.tsx';
import { OpenAlerts } from './open-alerts.tsx';

type Overview = CallReply<'systemOverview'>;

function Count({
  label,
  value,
  note,
  tone,
  to,
}: {
  label: string;
  value: number;
  note?: string;
  tone?: 'bad' | 'good' | undefined;
  to: string;
}): ReactNode {
  const format = useFormat();
  return (
    <Link to={to} className={styles.count}>
      <span className={styles.countLabel}>{label}</span>
      <span className={styles.countValue} data-tone={tone}>
        {format.number(value)}
      </span>
      <span className={styles.countNote}>{note}</span>
    </Link>
  );
}

/** Monitors that are down without an open alert, and why: the two counts must not seem to contradict each other. */
function downNote(t: ReturnType<typeof useWords>, overview: Overview): string {
  if (overview.monitors === 0) return t('dashboard.noMonitors');
  if (overview.monitorsDown === 0) return t('dashboard.noneDown');
  const reasons = countsOf(t, overview, [
    'downInMaintenance',
    'downWithoutCondition',
    'downNotCovered',
    'downNotRaised',
  ]);
  return reasons === undefined ? t('dashboard.needsAttention') : t('dashboard.noAlert', { reasons });
}

function alertsNote(t: ReturnType<typeof useWords>, overview: Overview): string {
  if (overview.openAlerts === 0) return t('dashboard.noAlertsOpen');
  return (
    countsOf(t, overview, ['alertsAcknowledged', 'alertsInMaintenance', 'alertsPaused']) ?? t('dashboard.alertsRaised')
  );
}

function countsOf<K extends keyof Overview>(
  t: ReturnType<typeof useWords>,
  overview: Overview,
  names: readonly K[],
): string | undefined {
  const said = names
    .filter((name) => overview[name] > 0)
    .map((name) => t(`dashboard.${name}`, { count: overview[name] }));
  return said.length > 0 ? said.join(' · ') : undefined;
}

function Counts({ overview }: { overview: Overview }): ReactNode {
  const t = useWords();
  const may = useMay();
  const { organizations, monitors, monitorsUp, monitorsDown, monitorsPaused, openAlerts } = overview;
  const unknown = Math.max(0, monitors - monitorsUp - monitorsDown - monitorsPaused);
  return (
    <div className={styles.counts}>
      {may('ORGANIZATION:View') ? (
        <Count
          label={t('nav.organizations')}
          value={organizations}
          note={t('dashboard.devices', { count: overview.devices })}
          to="/administration/customers"
        />
      ) : null}
      {may('NODE:View') ? (
        <>
          <Count
            label={t('nav.monitors')}
            value={monitors}
            note={[
              t('dashboard.up', { count: monitorsUp }),
              ...(monitorsPaused ? [t('dashboard.paused', { count: monitorsPaused })] : []),
              ...(unknown ? [t('dashboard.unknown', { count: unknown })] : []),
            ].join(' · ')}
            to="/cloudMonitors"
          />
          <Count
            label={t('dashboard.down')}
            value={monitorsDown}
            note={downNote(t, overview)}
            tone={monitorsDown > 0 ? 'bad' : monitors > 0 ? 'good' : undefined}
            to="/cloudMonitors?status=down"
          />
          <Count
            label={t('dashboard.openAlerts')}
            value={openAlerts}
            note={alertsNote(t, overview)}
            tone={openAlerts > 0 ? 'bad' : monitors > 0 ? 'good' : undefined}
            to="/alerts"
          />
        </>
      ) : null}
    </div>
  );
}

/** A new installation: the two things that lead to a first live monitor, in order. */
function FirstSteps({ overview }: { overview: Overview }): ReactNode {
  const t = useWords();
  const may = useMay();
  const steps = [
    {
      id: 'organization',
      icon: IconBuilding,
      done: overview.organizations > 0,
      to: addPaths.organization,
      allowed: may('ORGANIZATION:Create'),
    },
    {
      id: 'monitor',
      icon: IconHeartRateMonitor,
      done: overview.monitors > 0,
      to: addPaths.monitor,
      allowed: may('NODE:Create'),
    },
  ] as const;
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  return (
    <section className={styles.first} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.firstTitle}>
        {t('first.title')}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={styles.step}
            data-state={step.done ? 'done' : step.id === next.id ? 'next' : 'later'}
          >
            <span className={styles.stepMark}>
              {step.done ? <IconCheck size={16} aria-label={t('first.finished')} /> : index + 1}
            </span>
            <div className={styles.stepText}>
              <h3>{t(`first.${step.id}`)}</h3>
              <p>{step.done ? t('first.done') : t(`first.${step.id}Text`)}</p>
            </div>
            {step.done || !step.allowed ? null : (
              <Button
                component={Link}
                to={step.to}
                variant={step.id === next.id ? 'filled' : 'default'}
                leftSection={<IconPlus size={16} />}
              >
                {t(`add.${step.id}`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

export default function DashboardPage(): ReactNode {
  const t = useWords();
  const me = useMe();
  const may = useMay();
  const overview = useCall('systemOverview');
  return (
    <Page title={t('nav.dashboard')} description={t('dashboard.text', { division: me.divisionName })}>
      <DataState of={overview} failed={t('dashboard.failed')} tall>
        {(counts) => (
          <div className={styles.stack}>
            <FirstSteps overview={counts} />
            <Counts overview={counts} />
            <div className={styles.columns}>
              <div className={styles.stack}>
                {may('NODE:View') ? (
                  <>
                    <DownMonitors any={counts.monitors > 0} />
                    <OpenAlerts />
                  </>
                ) : null}
              </div>
              <div className={styles.stack}>
                <Drafts />
                {may('ORGANIZATION:View') ? <ExpiringCredentials /> : null}
                {may('SYSTEM:Configuration.Activities.Access') ? <LatestActivity /> : null}
              </div>
            </div>
          </div>
        )}
      </DataState>
    </Page>
  );
}
