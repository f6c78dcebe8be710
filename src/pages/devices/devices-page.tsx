import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDevices, IconNetwork, IconPlus, IconSitemap } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { AddComputer } from '../../shell/add-computer.tsx';
import { AddNetwork } from '../../shell/add-network.tsx';
import { addPaths, devicePath, organizationPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { DeviceStatus } from './device-status.tsx';
import styles from './devices.module.css';
import { EnrollmentTokens } from './enrollment-tokens.tsx';
import { WaitingServers } from './waiting-servers.tsx';

type Row = CallReply<'searchDevices'>['items'][number];

function useColumns(): Column<Row>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      title: t('devices.name'),
      fixed: true,
      sortBy: (row) => row.name,
      cell: (row) => (
        <>
          <Link to={devicePath(row.id)} className={tableStyles.main}>
            {row.name}
          </Link>
          <span className={tableStyles.second}>{[row.clientName, row.ipAddresses[0]].filter(Boolean).join(' · ')}</span>
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

/** Before the first device. */
function NoDevices({ add }: { add: ReactNode }): ReactNode {
  const t = useWords();
  const may = useMay();
  const organizations = useCall('listOrganizations');
  const first = organizations.data?.length === 0;
  return (
    <Message
      tall
      icon={<IconDevices size={28} stroke={1.5} />}
      title={t('devices.none')}
      text={t(first ? 'devices.noneBeforeOrganization' : 'devices.noneText')}
      actions={
        first && may('ORGANIZATION:Create') ? (
          <Button component={Link} to={addPaths.organization} leftSection={<IconPlus size={16} />}>
            {t('add.organization')}
          </Button>
        ) : (
          add
        )
      }
    />
  );
}

/** C10-02: the devices of the organizations that the person may see. */
export default function DevicesPage(): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const columns = useColumns();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const table = useTableState('devices', columns, { column: 'name', descending: false });
  const devices = useRows('searchDevices', { search: searched, sort: sortOf(table.sort) }, { refetchEverySeconds: 30 });
  const [adding, setAdding] = useState<'computer' | 'network'>();
  const add = may('NODE:Create') ? (
    <>
      <Button component={Link} to="/activeDirectory" variant="default" leftSection={<IconSitemap size={16} />}>
        {t('directory.title')}
      </Button>
      <Button variant="default" leftSection={<IconNetwork size={16} />} onClick={() => setAdding('network')}>
        {t('add.network')}
      </Button>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding('computer')}>
        {t('add.computer')}
      </Button>
    </>
  ) : null;
  return (
    <Page title={t('nav.devices')} description={t('devices.text')} actions={add}>
      {may('sysadmin') ? <WaitingServers /> : null}
      <Card flush>
        <DataState of={devices.first} failed={t('devices.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) =>
            total === 0 && searched === '' ? (
              <NoDevices add={add} />
            ) : (
              <ListFrame
                label={t('devices.search')}
                search={search}
                onSearch={setSearch}
                end={
                  <>
                    <span className={tableStyles.count}>{t('devices.count', { count: total })}</span>
                    <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                  </>
                }
                empty={
                  total === 0
                    ? { text: t('table.noMatchText', { search: searched }), onClear: () => setSearch('') }
                    : undefined
                }
                failure={{ error: devices.failure, title: t('devices.failed'), onRetry: devices.retry }}
              >
                <DataTable
                  label={t('nav.devices')}
                  rows={devices.rows}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  onSeen={devices.onSeen}
                  onOpen={(row) => void navigate({ to: devicePath(row.id) })}
                  stickyHead
                />
              </ListFrame>
            )
          }
        </DataState>
      </Card>
      {add ? <EnrollmentTokens /> : null}
      <AddComputer opened={adding === 'computer'} onClose={() => setAdding(undefined)} />
      <AddNetwork flow={adding === 'network' ? 'network-discovery' : undefined} onClose={() => setAdding(undefined)} />
    </Page>
  );
}
