import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDevices, IconNetwork, IconRadar2, IconPlus, IconSitemap } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { deviceColumns, type DeviceColumn } from '#api/contract/device-names.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useMay } from '../../session/session.ts';
import { AddComputer } from '../../shell/add-computer.tsx';
import { AddNetwork } from '../../shell/add-network.tsx';
import { addPaths, devicePath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { deviceListColumns, type DeviceListRow } from './device-columns.tsx';
import { DeviceFilters, useDeviceFilters } from './device-filters.tsx';
import { DeviceSelectionBar } from './device-selection-bar.tsx';
import { useMayEditHost, VmHostFlow } from './edit-vm-host.tsx';
import styles from './devices.module.css';
import { EnrollmentTokens } from './enrollment-tokens.tsx';
import { ExportDevices } from './export-devices.tsx';
import { RefusedDevices } from './refused-devices.tsx';
import { GroupChoice, useDeviceGrouping, useGroupedDevices } from './grouped-devices.tsx';
import { maintenanceOf } from './selected-maintenance.ts';
import { useChangingDevices } from './use-changing-devices.tsx';
import { useSelectedDevices } from './use-selected-devices.ts';
import { WaitingServers } from './waiting-servers.tsx';

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
  const mayEditHost = useMayEditHost();
  const [host, setHost] = useState<number>();
  const columns = useMemo(() => deviceListColumns(t, mayEditHost ? setHost : undefined), [t, mayEditHost]);
  const [filters, setFilters] = useDeviceFilters();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const table = useTableState('devices', columns, { column: 'name', descending: false });
  const matching = { search: searched, ...filters };
  const sort = sortOf<DeviceColumn>(table.sort);
  const devices = useRows('searchDevices', { ...matching, sort }, { refetchEverySeconds: 30 });
  const [grouping, setGrouping] = useDeviceGrouping();
  const grouped = useGroupedDevices(grouping, matching, sort);
  const shown = grouping === null ? devices : grouped;
  const selected = useSelectedDevices(matching, shown.rows);
  const changing = useChangingDevices();
  const narrowed = searched !== '' || Object.keys(filters).length > 0;
  const shownColumns = deviceColumns.filter((id) => table.shown.some((column) => column.id === id));
  const clear = (): void => {
    setSearch('');
    setFilters({});
  };
  const [adding, setAdding] = useState<'computer' | 'network'>();
  const add = may('NODE:Create') ? (
    <>
      <Button component={Link} to="/activeDirectory" variant="default" leftSection={<IconSitemap size={16} />}>
        {t('directory.title')}
      </Button>
      <Button component={Link} to="/networkDiscovery" variant="default" leftSection={<IconRadar2 size={16} />}>
        {t('networkRun.page')}
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
            total === 0 && !narrowed && selected.ids.size === 0 ? (
              <NoDevices add={add} />
            ) : (
              <ListFrame
                bar={
                  selected.ids.size > 0 || changing.progress ? (
                    <DeviceSelectionBar
                      exporting={
                        <ExportDevices
                          wish={{ ...matching, sort, columns: shownColumns, ids: [...selected.ids] }}
                          count={selected.ids.size}
                        />
                      }
                      names={new Map(shown.rows.flatMap((row) => (row ? [[row.id, row.name] as const] : [])))}
                      selected={selected}
                      changing={changing}
                      maintenance={maintenanceOf(selected.ids, shown.rows)}
                    />
                  ) : undefined
                }
                label={t('devices.search')}
                search={search}
                onSearch={setSearch}
                filters={<DeviceFilters filters={filters} onChange={setFilters} />}
                end={
                  <>
                    <span className={tableStyles.count}>{t('devices.count', { count: total })}</span>
                    <GroupChoice grouping={grouping} onChange={setGrouping} />
                    <ExportDevices wish={{ ...matching, sort, columns: shownColumns }} count={total} />
                    <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                  </>
                }
                empty={
                  total === 0
                    ? {
                        text: searched ? t('table.noMatchText', { search: searched }) : t('devices.noneFits'),
                        onClear: clear,
                      }
                    : undefined
                }
                failure={{ error: shown.failure, title: t('devices.failed'), onRetry: shown.retry }}
              >
                <DataTable
                  label={t('nav.devices')}
                  rows={shown.rows}
                  {...(grouping !== null && { heads: grouped.heads })}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  onSeen={shown.onSeen}
                  onOpen={(row) => void navigate({ to: devicePath(row.id) })}
                  stickyHead
                  selection={{
                    chosen: selected.ids,
                    onChange: selected.set,
                    onAll: selected.all,
                    count: total,
                    label: ({ name }: DeviceListRow) => t('table.chooseOne', { name }),
                  }}
                />
                {grouping !== null && grouped.isCut ? <p className={styles.cut}>{t('deviceGroups.cut')}</p> : null}
              </ListFrame>
            )
          }
        </DataState>
      </Card>
      {add ? <EnrollmentTokens /> : null}
      {host === undefined ? null : <VmHostFlow id={host} onClose={() => setHost(undefined)} />}
      <RefusedDevices refused={changing.refused} onClose={changing.forget} />
      <AddComputer opened={adding === 'computer'} onClose={() => setAdding(undefined)} />
      <AddNetwork flow={adding === 'network' ? 'network-discovery' : undefined} onClose={() => setAdding(undefined)} />
    </Page>
  );
}
