import { Link } from '@tanstack/react-router';
import type { CallReply } from '#api/client.ts';
import { deviceKinds, type DeviceColumn } from '#api/contract/device-names.ts';
import { When } from '../../parts/when.tsx';
import { devicePath, organizationPath } from '../../shell/add-paths.ts';
import type { Column } from '../../table/column.ts';
import tableStyles from '../../table/data-table.module.css';
import type { useWords } from '../../words/words.ts';
import { MaintenanceLine } from '../maintenance/maintenance-tag.tsx';
import { DeviceStatus } from './device-status.tsx';
import styles from './devices.module.css';
import { EditVmHostIcon } from './edit-vm-host.tsx';

export type DeviceListRow = CallReply<'searchDevices'>['items'][number];

/** VM hosts have a form of their own. */
const hostClasses: ReadonlySet<string> = new Set(['VMWARE_VM_HOST', 'HYPERV_VMM_HOST']);

/** The server sorts by each of them. `onEditHost` opens the form of a VM host. */
export function deviceListColumns(
  t: ReturnType<typeof useWords>,
  onEditHost?: (id: number) => void,
): (Column<DeviceListRow> & { id: DeviceColumn })[] {
  const kindOf = (nodeClass: string): string => {
    const kind = deviceKinds.find((each) => each === nodeClass);
    return kind ? t(`nodeClass.${kind}`) : nodeClass;
  };
  return [
    {
      id: 'name',
      title: t('devices.name'),
      fixed: true,
      sortBy: (row) => row.name,
      cell: (row) => (
        <>
          <span className={styles.named}>
            <Link to={devicePath(row.id)} className={tableStyles.main}>
              {row.name}
            </Link>
            {onEditHost && hostClasses.has(row.nodeClass) ? (
              <EditVmHostIcon name={row.name} onEdit={() => onEditHost(row.id)} />
            ) : null}
          </span>
          <span className={tableStyles.second}>{[row.clientName, row.ipAddresses[0]].filter(Boolean).join(' · ')}</span>
          {row.maintenance ? <MaintenanceLine window={row.maintenance} /> : null}
        </>
      ),
    },
    {
      id: 'status',
      title: t('devices.status'),
      width: 190,
      sortBy: (row) => row.status.state,
      cell: (row) => <DeviceStatus {...row} />,
    },
    {
      id: 'kind',
      title: t('devices.kind'),
      from: 1440,
      sortBy: (row) => row.nodeClass,
      cell: (row) => kindOf(row.nodeClass),
    },
    {
      id: 'organization',
      title: t('devices.organization'),
      from: 640,
      sortBy: (row) => row.clientName,
      cell: (row) => (
        <Link to={organizationPath(row.clientId)} className={tableStyles.main}>
          {row.clientName}
        </Link>
      ),
    },
    {
      id: 'location',
      title: t('devices.location'),
      from: 900,
      sortBy: (row) => row.locationName,
      cell: (row) => row.locationName,
    },
    { id: 'os', title: t('devices.os'), from: 900, sortBy: (row) => row.osName || null, cell: (row) => row.osName },
    {
      id: 'address',
      title: t('devices.address'),
      width: 160,
      from: 640,
      sortBy: (row) => row.ipAddresses[0] ?? null,
      cell: (row) => (
        <span className={styles.address} title={row.ipAddresses.join('\n')}>
          {row.ipAddresses[0]}
        </span>
      ),
    },
    {
      id: 'seen',
      title: t('devices.seen'),
      width: 140,
      from: 1140,
      sortBy: (row) => (row.lastSeenAt === null ? null : new Date(row.lastSeenAt).getTime()),
      cell: (row) => (row.lastSeenAt === null ? null : <When at={row.lastSeenAt} />),
    },
  ];
}
