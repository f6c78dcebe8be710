import { Button, Tooltip } from '@mantine/core';
import { IconDeviceUnknown, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { organizationPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { DeviceStatus } from './device-status.tsx';
import styles from './devices.module.css';
import { Facts, InventoryCards } from './inventory-cards.tsx';

type Device = CallReply<'readDevice'>;

/** Asks the device for its inventory now; the page is drawn anew when it comes. */
function Refresh({ device }: { device: Device }): ReactNode {
  const t = useWords();
  const refresh = useAct('refreshDevice', { done: t('device.refreshing'), failed: t('device.refreshFailed') });
  const offline = device.status.state !== 'online';
  return (
    <Tooltip label={t('device.offline')} disabled={!offline}>
      <Button variant="default" leftSection={<IconRefresh size={16} />} loading={refresh.busy} {...(offline ? { 'data-disabled': true, 'aria-disabled': true } : {})} onClick={() => !offline && void refresh.run({ params: { id: device.id } })}>
        {t('device.refresh')}
      </Button>
    </Tooltip>
  );
}

function Place({ device }: { device: Device }): ReactNode {
  const t = useWords();
  return (
    <Card title={t('device.about')}>
      <Facts
        of={[
          [t('device.organization'), <Link key="organization" to={organizationPath(device.clientId)}>{device.clientName}</Link>],
          [t('device.location'), device.locationName],
          [t('device.systemName'), device.systemName],
          [t('device.class'), t(`nodeClass.${device.nodeClass}`, { defaultValue: device.nodeClass })],
          [t('device.publicIp'), device.publicIp && <span className={parts.mono}>{device.publicIp}</span>],
          [t('device.agent'), device.agent && [device.agent.version, device.agent.capabilities.join(', ')].filter(Boolean).join(' · ')],
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
  return (
    <div className={styles.cards}>
      <Place device={device} />
      {device.inventory ? (
        <InventoryCards inventory={device.inventory} />
      ) : (
        <Card title={t('device.inventory')}>
          <Message icon={<IconHourglass size={28} stroke={1.5} />} title={t('device.noInventory')} text={t('device.noInventoryText')} />
        </Card>
      )}
    </div>
  );
}

/** C09-03: the overview of a device's dashboard. */
export default function DevicePage({ id }: { id: number }): ReactNode {
  const t = useWords();
  const reply = useCall('readDevice', { params: { id } });
  const device = reply.data;
  const parents = [{ path: '/deviceSearch', title: t('nav.devices') }];
  if (reply.error?.code === 'not_found' && !device) {
    return (
      <Page title={t('device.title')} parents={parents}>
        <Message
          tall
          icon={<IconDeviceUnknown size={28} stroke={1.5} />}
          title={t('device.notFound')}
          text={reply.error.message}
          actions={
            <Button component={Link} to="/deviceSearch" variant="default">
              {t('nav.devices')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      title={device?.name ?? t('device.title')}
      parents={parents}
      aside={device ? <DeviceStatus status={device.status} isServer={device.isServer} /> : null}
      actions={device?.agent ? <Refresh device={device} /> : null}
      description={device ? [device.clientName, device.locationName].join(' · ') : undefined}
    >
      <DataState of={reply} failed={t('device.failed')} tall>
        {(shown) => <Overview device={shown} />}
      </DataState>
    </Page>
  );
}
