import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { countryName } from '#engine/vocabulary/countries.ts';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { CustomFields } from '../../flow/custom-fields.tsx';
import { AlertList } from '../../parts/alert-list.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Status } from '../../parts/status.tsx';
import { useMay } from '../../session/session.ts';
import { addPaths, editOrganizationPath, monitorPath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { OrganizationDefaults } from '../alert-defaults/organization-defaults.tsx';
import { DeleteFlow } from '../deletion/delete-flow.tsx';
import { DeleteMenu } from '../deletion/delete-menu.tsx';
import { filteredPath } from '../monitors/filters.ts';
import { Credentials } from './credentials.tsx';
import { Devices } from './devices.tsx';
import styles from './organization.module.css';

type Organization = CallReply<'readOrganization'>;

/** What needs somebody stands first; the rest is a press away. */
const monitorsShown = 50;

interface LocationsProps {
  locations: Organization['locations'];
  /** The one that the address names (C05-09). */
  shown: number | undefined;
}

function Locations({ locations, shown }: LocationsProps): ReactNode {
  const t = useWords();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: 'nearest' }), [shown]);
  return (
    <Card flush title={t('organization.locations')} count={locations.length}>
      <ul className={styles.list}>
        {locations.map(({ id, name, address, country, description }, index) => (
          <li
            key={id}
            ref={id === shown ? line : undefined}
            className={styles.item}
            aria-current={id === shown ? 'location' : undefined}
          >
            <div className={styles.text}>
              <span className={styles.main}>
                {name}
                {index === 0 ? <span className={styles.quiet}> · {t('organization.mainLocation')}</span> : null}
              </span>
              {address || country || description ? (
                <span className={styles.note}>
                  {[address, country && countryName(country), description].filter(Boolean).join(' · ')}
                </span>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Monitors({ clientId }: { clientId: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const monitors = useCall('listMonitors', { query: { clientId, sort: 'status', limit: monitorsShown } });
  const add = may('NODE:Create') ? (
    <Button
      variant="default"
      component={Link}
      to={`${addPaths.monitor}?setup.clientId=${clientId}`}
      leftSection={<IconPlus size={16} />}
    >
      {t('add.monitor')}
    </Button>
  ) : null;
  return (
    <Card flush title={t('nav.monitors')} count={monitors.data?.total} actions={monitors.data?.total ? add : null}>
      <DataState of={monitors} failed={t('monitors.failed')}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Message title={t('organization.noMonitors')} text={t('organization.noMonitorsText')} actions={add} />
          ) : (
            <>
              <ul className={styles.list}>
                {items.map((monitor) => (
                  <li key={monitor.id} className={styles.item}>
                    <span className={styles.status}>
                      <Status state={monitor.status} />
                    </span>
                    <div className={styles.text}>
                      <Link to={monitorPath(monitor.id)} className={styles.main}>
                        {monitor.monitorName}
                      </Link>
                      <span className={styles.note}>
                        {monitor.locationName} · {monitor.target}
                      </span>
                    </div>
                    <span className={styles.quiet}>
                      {typeof monitor.lastResult?.responseTime === 'number'
                        ? format.milliseconds(monitor.lastResult.responseTime)
                        : ''}
                    </span>
                  </li>
                ))}
              </ul>
              {total > items.length ? (
                <p className={styles.more}>
                  <Link to={filteredPath({ clientId })}>{t('organization.allMonitors', { count: total })}</Link>
                </p>
              ) : null}
            </>
          )
        }
      </DataState>
    </Card>
  );
}

function Alerts({ clientId }: { clientId: number }): ReactNode {
  const t = useWords();
  const alerts = useCall('listAlerts', { query: { clientId, open: true, limit: 20 } });
  return (
    <Card flush title={t('alerts.open')} count={alerts.data?.total}>
      <DataState of={alerts} failed={t('alerts.failed')}>
        {({ items }) =>
          items.length === 0 ? (
            <Message title={t('alerts.none')} text={t('alerts.noneText')} />
          ) : (
            <AlertList alerts={items} showMonitor />
          )
        }
      </DataState>
    </Card>
  );
}

function OrganizationActions({
  organization,
  onDelete,
}: {
  organization: Organization;
  onDelete: () => void;
}): ReactNode {
  const t = useWords();
  const may = useMay();
  return (
    <>
      {may('ORGANIZATION:Update') ? (
        <Button
          variant="default"
          component={Link}
          to={editOrganizationPath(organization.id)}
          data-edits
          leftSection={<IconPencil size={16} />}
        >
          {t('edit')}
        </Button>
      ) : null}
      {may('ORGANIZATION:Delete') ? <DeleteMenu label={t('organization.delete')} onDelete={onDelete} /> : null}
    </>
  );
}

export default function OrganizationPage(): ReactNode {
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Dashboard id={id} onDelete={() => setDeleting(true)} />
      {/* The organization may be gone before its flow has heard of that. */}
      {deleting ? (
        <DeleteFlow
          of={{ organization: id }}
          onEnded={(done) => {
            setDeleting(false);
            // F10-05
            if (done) void navigate({ to: '/systemDashboard/overview' });
          }}
        />
      ) : null}
    </>
  );
}

function Dashboard({ id, onDelete }: { id: number; onDelete: () => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  const locationId = useParams({ strict: false, select: (params: { locationId?: string }) => params.locationId });
  const known = Number.isInteger(id) && id > 0;
  const organization = useCall('readOrganization', { params: { id } }, { enabled: known });
  const parents = [{ path: '/administration/customers', title: t('nav.organizations') }];
  if (!known || organization.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={organization.data?.name ?? t('organization.title')}
      description={organization.data?.description}
      parents={parents}
      actions={organization.data ? <OrganizationActions organization={organization.data} onDelete={onDelete} /> : null}
    >
      <DataState of={organization} failed={t('organization.failed')} tall>
        {(read) => (
          <div className={styles.columns}>
            <div className={styles.stack}>
              {may('NODE:View') ? <Monitors clientId={id} /> : null}
              {may('NODE:View') ? <Alerts clientId={id} /> : null}
              {may('NODE:View') ? <Devices clientId={id} /> : null}
            </div>
            <div className={styles.stack}>
              <CustomFields flow="organization" call="saveOrganization" entity={read} />
              <Locations locations={read.locations} shown={Number(locationId)} />
              <Credentials clientId={id} />
              {may('NODE:View') ? <OrganizationDefaults clientId={id} /> : null}
            </div>
          </div>
        )}
      </DataState>
    </Page>
  );
}
