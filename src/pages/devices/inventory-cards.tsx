import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Card } from '../../parts/card.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { bytesText } from './bytes.ts';
import styles from './devices.module.css';

type Device = CallReply<'readDevice'>;
type Inventory = NonNullable<Device['inventory']>;

/** A volume with less free than this reads as full. */
const nearlyFull = 0.9;

/** Names and values; those that could not be read are left out. */
export function Facts({ of: facts }: { of: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className={parts.facts}>
      {facts.flatMap(([name, value]) =>
        value === '' || value === null || value === undefined || value === false
          ? []
          : [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>],
      )}
    </dl>
  );
}

function Volumes({ volumes }: Pick<Inventory, 'volumes'>): ReactNode {
  const t = useWords();
  const format = useFormat();
  const size = (bytes: number) => bytesText(bytes, format.number);
  return (
    <div className={styles.scroll}>
      <table className={styles.list} aria-label={t('device.volumes')}>
        <thead>
          <tr>
            <th>{t('device.mountPoint')}</th>
            <th>{t('device.fileSystem')}</th>
            <th className={styles.number}>{t('device.size')}</th>
            <th className={styles.number}>{t('device.used')}</th>
          </tr>
        </thead>
        <tbody>
          {volumes.map((volume) => {
            const used = volume.totalBytes === 0 ? 0 : 1 - Math.min(1, volume.freeBytes / volume.totalBytes);
            return (
              <tr key={volume.mountPoint}>
                <td>
                  <span className={parts.mono}>{volume.mountPoint}</span>
                  <div className={parts.quiet}>{volume.device}</div>
                </td>
                <td>{volume.fileSystem}</td>
                <td className={styles.number}>{size(volume.totalBytes)}</td>
                <td className={styles.number}>
                  {format.percent(Math.round(used * 100) / 100)}
                  <span className={styles.bar} aria-hidden="true">
                    <span
                      className={styles.fill}
                      data-full={used > nearlyFull || undefined}
                      style={{ width: `${used * 100}%` }}
                    />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Interfaces({ networkInterfaces }: Pick<Inventory, 'networkInterfaces'>): ReactNode {
  const t = useWords();
  return (
    <div className={styles.scroll}>
      <table className={styles.list} aria-label={t('device.network')}>
        <thead>
          <tr>
            <th>{t('device.interface')}</th>
            <th>{t('device.macAddress')}</th>
            <th>{t('device.ipAddresses')}</th>
          </tr>
        </thead>
        <tbody>
          {networkInterfaces.map((entry) => (
            <tr key={entry.name}>
              <td>{entry.name}</td>
              <td className={parts.mono}>{entry.macAddress}</td>
              <td>
                <ul className={styles.addresses}>
                  {entry.ipAddresses.map((address) => (
                    <li key={address} className={parts.mono}>
                      {address}
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the device reported of itself. Its texts come from the device and are shown as text alone. */
export function InventoryCards({ inventory }: { inventory: Inventory }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { os, machine, cpu, memory, disks, volumes, networkInterfaces } = inventory;
  const size = (bytes: number) => bytesText(bytes, format.number);
  return (
    <>
      <Card title={t('device.system')}>
        <Facts
          of={[
            [t('device.os'), os.name],
            [t('device.kernel'), os.kernel],
            [t('device.arch'), os.arch],
            [t('device.booted'), <When key="booted" at={inventory.bootedAt} />],
            [t('device.loggedIn'), inventory.loggedInUsers.join(', ')],
            [t('device.lastUser'), inventory.lastLoggedInUser],
          ]}
        />
      </Card>
      <Card title={t('device.hardware')}>
        <Facts
          of={[
            [t('device.manufacturer'), machine.manufacturer],
            [t('device.model'), machine.model],
            [
              t('device.serial'),
              machine.biosSerialNumber && <span className={parts.mono}>{machine.biosSerialNumber}</span>,
            ],
            [t('device.bios'), machine.biosVersion],
            [t('device.virtualization'), machine.virtualization],
            [t('device.cpu'), [cpu.model, t('device.cores', { count: cpu.logicalCores })].filter(Boolean).join(', ')],
            [
              t('device.memory'),
              t('device.memoryText', { total: size(memory.totalBytes), available: size(memory.availableBytes) }),
            ],
            [
              t('device.disks'),
              disks.map((disk) => [disk.name, disk.model, size(disk.totalBytes)].filter(Boolean).join(', ')).join('; '),
            ],
          ]}
        />
      </Card>
      {volumes.length > 0 ? (
        <Card title={t('device.volumes')} count={volumes.length} flush>
          <Volumes volumes={volumes} />
        </Card>
      ) : null}
      {networkInterfaces.length > 0 ? (
        <Card title={t('device.network')} count={networkInterfaces.length} flush>
          <Interfaces networkInterfaces={networkInterfaces} />
        </Card>
      ) : null}
    </>
  );
}
