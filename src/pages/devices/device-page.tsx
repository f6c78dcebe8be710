import { Button, Tooltip } from '@mantine/core';
import { IconHourglass, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { isLocallyAdministered } from '#api/contract/mac.ts';
import { suppressesOf } from '#api/contract/maintenance-features.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { organizationPath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { LatestActivity } from '../dashboard/latest-activity.tsx';
import { DeleteFlow } from '../deletion/delete-flow.tsx';
import { DeleteMenu } from '../deletion/delete-menu.tsx';
import { DeviceScripts } from '../scripts/device-scripts.tsx';
import { RebootsCard } from '../reboots/reboots-card.tsx';
import { DevicePolicy } from '../policy/device-policy.tsx';
import { DeviceMaintenance } from '../maintenance/maintenance-history.tsx';
import { MaintenanceMenu } from '../maintenance/maintenance-menu.tsx';
import { MaintenanceNotice } from '../maintenance/maintenance-notice.tsx';
import { standingOf } from '../maintenance/windows.ts';
import { BackupJobsCard } from './backup-jobs-card.tsx';
import { CommandsCard } from './commands-card.tsx';
import { DeviceAlerts } from './device-alerts.tsx';
import { DeviceStatus } from './device-status.tsx';
import styles from './devices.module.css';
import { EditVmHost } from './edit-vm-host.tsx';
import { Facts, InventoryCards } from './inventory-cards.tsx';
import { InterfacesCard } from './interfaces-card.tsx';
import { ManagedFoldersCard } from './managed-folders-card.tsx';
import { NeighborsCard } from './neighbors-card.tsx';
import { GuestCard, GuestsCard, HostCard, HostNotice, ReadHost } from './vm-cards.tsx';
import { PerformanceCard } from './performance-card.tsx';
import { ServicesCard } from './services-card.tsx';
import { PollingCard, PollingHistory, PollingNotice } from './polling-cards.tsx';

type Device = CallReply<'readDevice'>;

/** Asks the device for its inventory now; the page is drawn anew when it comes. */
function Refresh({ device }: { device: Device }): ReactNode {
  const t = useWords();
  const refresh = useAct('startDeviceCommand', {
    done: t('device.refreshing'),
    failed: t('device.refreshFailed'),
    refresh: ['listDeviceCommands'],
  });
  const offline = device.status.state !== 'online';
  return (
    <Tooltip label={t('device.offline')} disabled={!offline}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        loading={refresh.busy}
        {...(offline ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        onClick={() =>
          !offline && void refresh.run({ params: { id: device.id }, body: { method: 'inventory.read', params: {} } })
        }
      >
        {t('device.refresh')}
      </Button>
    </Tooltip>
  );
}

/** Why a network device has no vendor: software chose its MAC address. */
function localVendor({ agent, macAddresses: [mac = ''] }: Device, words: string): string {
  return agent === null && mac !== '' && isLocallyAdministered(mac) ? words : '';
}

function Maintenance({ device }: { device: Device }): ReactNode {
  const { id, name, nodeClass, timeZone, maintenance } = device;
  const now = useNow();
  const window = maintenance !== null && standingOf(maintenance, now) !== 'over' ? maintenance : undefined;
  return (
    <MaintenanceMenu
      subject={{ kind: 'DEVICES', ids: [id], suppresses: suppressesOf(nodeClass) }}
      one={{ name, window, zone: timeZone }}
      set={window !== undefined}
    />
  );
}

function Place({ device }: { device: Device }): ReactNode {
  const t = useWords();
  return (
    <Card title={t('device.about')}>
      <Facts
        of={[
          [
            t('device.organization'),
            <Link key="organization" to={organizationPath(device.clientId)}>
              {device.clientName}
            </Link>,
          ],
          [t('device.location'), device.locationName],
          [t('device.systemName'), device.systemName],
          [t('device.class'), t(`nodeClass.${device.nodeClass}`, { defaultValue: device.nodeClass })],
          // An inventory lists them by interface.
          [
            t('devices.address'),
            !device.inventory && device.ipAddresses.length > 0 && (
              <span className={parts.mono}>{device.ipAddresses.join(', ')}</span>
            ),
          ],
          [t('device.os'), !device.inventory && device.osName],
          [
            t('device.macAddress'),
            !device.inventory && device.macAddresses[0] && <span className={parts.mono}>{device.macAddresses[0]}</span>,
          ],
          [t('device.vendor'), device.vendor || localVendor(device, t('networkMap.local'))],
          [t('device.model'), device.model],
          [t('device.firmware'), device.firmware],
          [t('device.publicIp'), device.publicIp && <span className={parts.mono}>{device.publicIp}</span>],
          [t('device.agent'), device.agent?.version],
          [t('device.seen'), device.lastSeenAt && <When at={device.lastSeenAt} />],
          [t('device.reported'), device.inventoryAt && <When at={device.inventoryAt} />],
          [t('device.added'), <When key="added" at={device.createdAt} />],
        ]}
      />
    </Card>
  );
}

function Overview({ device }: { device: Device }): ReactNode {
  const t = useWords();
  const may = useMay();
  return (
    <div className={styles.cards}>
      {device.maintenance ? <MaintenanceNotice window={device.maintenance} /> : null}
      {device.vmHost ? <HostNotice id={device.id} host={device.vmHost} /> : null}
      {device.polling ? <PollingNotice polling={device.polling} /> : null}
      <Place device={device} />
      {device.agent ? <DeviceAlerts id={device.id} /> : null}
      <DeviceMaintenance id={device.id} />
      {device.vmHost ? <HostCard host={device.vmHost} /> : null}
      {device.vmGuest ? <GuestCard guest={device.vmGuest} /> : null}
      {device.vmHost ? <GuestsCard id={device.id} host={device.vmHost} /> : null}
      {device.polling ? <PollingCard device={device} polling={device.polling} /> : null}
      {device.polling ? <PollingHistory device={device} /> : null}
      {device.polling?.credentialName ? <InterfacesCard id={device.id} /> : null}
      <NeighborsCard id={device.id} clientId={device.clientId} />
      {device.agent ? <PerformanceCard id={device.id} capabilities={device.agent.capabilities} /> : null}
      {device.agent ? <ServicesCard id={device.id} /> : null}
      {device.agent ? <BackupJobsCard id={device.id} zone={device.timeZone} /> : null}
      {device.agent ? <ManagedFoldersCard id={device.id} zone={device.timeZone} /> : null}
      {device.agent ? (
        <div className={styles.whole}>
          <DevicePolicy id={device.id} />
        </div>
      ) : null}
      {device.agent ? <DeviceScripts id={device.id} name={device.name} /> : null}
      {device.agent ? <RebootsCard id={device.id} name={device.name} timeZone={device.timeZone} /> : null}
      {device.agent ? <CommandsCard device={device} /> : null}
      {may('SYSTEM:Configuration.Activities.Access') ? <LatestActivity device={device.id} /> : null}
      {device.inventory ? (
        <InventoryCards inventory={device.inventory} />
      ) : device.agent === null ? null : (
        <Card title={t('device.inventory')}>
          <Message
            icon={<IconHourglass size={28} stroke={1.5} />}
            title={t('device.noInventory')}
            text={t('device.noInventoryText')}
          />
        </Card>
      )}
    </div>
  );
}

/** C09-03: the overview of a device's dashboard. */
export default function DevicePage(): ReactNode {
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Dashboard id={id} onDelete={() => setDeleting(true)} />
      {/* The device may be gone before its flow has heard of that. */}
      {deleting ? (
        <DeleteFlow
          of={{ devices: [id] }}
          onEnded={(done) => {
            setDeleting(false);
            // F10-04
            if (done) void navigate({ to: '/deviceSearch' });
          }}
        />
      ) : null}
    </>
  );
}

function Dashboard({ id, onDelete }: { id: number; onDelete: () => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  const known = Number.isInteger(id) && id > 0;
  const reply = useCall('readDevice', { params: { id } }, { enabled: known, refetchEverySeconds: 30 });
  const device = reply.data;
  if (!known || reply.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={device?.name ?? t('device.title')}
      parents={[
        { path: '/deviceSearch', title: t('nav.devices') },
        ...(device ? [{ path: organizationPath(device.clientId), title: device.clientName }] : []),
      ]}
      aside={device ? <DeviceStatus {...device} /> : null}
      actions={
        device ? (
          <>
            {device.agent ? <Refresh device={device} /> : null}
            <Maintenance device={device} />
            {device.vmHost ? <ReadHost id={device.id} /> : null}
            {device.vmHost ? <EditVmHost id={device.id} label={t('edit')} /> : null}
            {may('NODE:Delete') ? <DeleteMenu label={t('device.delete')} onDelete={onDelete} /> : null}
          </>
        ) : null
      }
      description={device ? `${device.clientName} · ${device.locationName}` : undefined}
    >
      <DataState of={reply} failed={t('device.failed')} tall>
        {(shown) => <Overview device={shown} />}
      </DataState>
    </Page>
  );
}
