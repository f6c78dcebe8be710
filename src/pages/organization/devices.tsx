import { Button } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { devicePath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { DeviceStatus } from '../devices/device-status.tsx';
import { filteredDevicesPath } from '../devices/filters.ts';
import { networkMapPath } from '../network-map/map-search.ts';
import styles from './organization.module.css';

/** What needs somebody stands first; the rest is a press away. */
const most = 20;

/** The organization's devices, those that are offline first. */
export function Devices({ clientId }: { clientId: number }): ReactNode {
  const t = useWords();
  const devices = useCall('searchDevices', { query: { clientId, sort: 'status', limit: most } });
  return (
    <Card
      flush
      title={t('nav.devices')}
      count={devices.data?.total}
      actions={
        devices.data?.total ? (
          <Button
            component={Link}
            to={networkMapPath(clientId)}
            variant="default"
            leftSection={<IconTopologyStar3 size={16} />}
          >
            {t('networkMap.title')}
          </Button>
        ) : null
      }
    >
      <DataState of={devices} failed={t('devices.failed')}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Message title={t('organization.noDevices')} text={t('organization.noDevicesText')} />
          ) : (
            <>
              <ul className={styles.list}>
                {items.map((device) => (
                  <li key={device.id} className={styles.item}>
                    <div className={styles.text}>
                      <Link to={devicePath(device.id)} className={styles.main}>
                        {device.name}
                      </Link>
                      <span className={styles.note}>
                        {[device.locationName, device.osName, device.ipAddresses[0]].filter(Boolean).join(' · ')}
                      </span>
                    </div>
                    <DeviceStatus {...device} />
                  </li>
                ))}
              </ul>
              {total > items.length ? (
                <p className={styles.more}>
                  <Link to={filteredDevicesPath({ clientId })}>{t('organization.allDevices', { count: total })}</Link>
                </p>
              ) : null}
            </>
          )
        }
      </DataState>
    </Card>
  );
}
