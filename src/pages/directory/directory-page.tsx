import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBinaryTree, IconFileCode, IconSitemap } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { decisions, type Decision } from '#api/contract/directory.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { AddComputer } from '../../shell/add-computer.tsx';
import { AddNetwork } from '../../shell/add-network.tsx';
import { devicePath, organizationPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import tableStyles from '../../table/data-table.module.css';
import { FilterChips } from '../../table/filter-chips.tsx';
import { ListFrame } from '../../table/list-frame.tsx';
import { useTableState } from '../../table/table-state.ts';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import { ComputerSelectionBar } from './computer-selection-bar.tsx';
import { ComputerDialog } from './computer-dialog.tsx';
import { DecisionTag, DeploymentStatus } from './deployment-status.tsx';
import styles from './directory.module.css';
import { JobsCard } from './jobs-card.tsx';
import { isCheckNewer, PreflightStatus } from './preflight.tsx';

type Row = CallReply<'listDirectoryDevices'>['items'][number];

function useColumns(): Column<Row>[] {
  const t = useWords();
  return [
    {
      id: 'name',
      title: t('directory.name'),
      fixed: true,
      sortBy: (row) => row.name,
      cell: (row) => (
        <>
          {row.nodeId === null ? (
            <span className={tableStyles.main}>{row.name}</span>
          ) : (
            <Link to={devicePath(row.nodeId)} className={tableStyles.main}>
              {row.name}
            </Link>
          )}
          <span className={tableStyles.second}>{[row.os, row.ouPath].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      id: 'status',
      title: t('directory.status'),
      width: 110,
      sortBy: (row) => row.status,
      cell: (row) => <DecisionTag status={row.status} />,
    },
    {
      id: 'deployment',
      title: t('directory.agent'),
      from: 640,
      width: 210,
      cell: (row) => (isCheckNewer(row) ? <PreflightStatus device={row} /> : <DeploymentStatus {...row} />),
    },
    { id: 'os', title: t('directory.os'), from: 1140, cell: (row) => row.os },
    { id: 'ouPath', title: t('directory.ouPath'), from: 1440, cell: (row) => <Path text={row.ouPath} /> },
    {
      id: 'organization',
      title: t('directory.organization'),
      from: 900,
      cell: (row) => (
        <Link to={organizationPath(row.clientId)} className={tableStyles.main}>
          {row.clientName}
        </Link>
      ),
    },
    { id: 'location', title: t('directory.location'), from: 900, cell: (row) => row.location?.name },
    {
      id: 'updatedAt',
      title: t('directory.changed'),
      width: 130,
      from: 1140,
      sortBy: (row) => new Date(row.updatedAt).getTime(),
      cell: (row) => <When at={row.updatedAt} />,
    },
  ];
}

/** As much of a path as there is room for. */
function Path({ text }: { text: string }): ReactNode {
  return (
    <span className={styles.path} title={text}>
      {text}
    </span>
  );
}

/** The computers of directories that were decided about, and how far the agent on each is (F04-15, F04-16). */
export default function DirectoryPage(): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const address: Record<string, unknown> = useSearch({ strict: false });
  const clientId = Number(address['client'] ?? 0);
  const columns = useColumns();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const [status, setStatus] = useState<Decision>();
  const [open, setOpen] = useState<'discovery' | 'computer'>();
  const [opened, setOpened] = useState<number>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const table = useTableState('directory', columns, { column: 'name', descending: false });
  const organizations = useCall('listOrganizations');
  const filters = { ...(clientId > 0 && { clientId }), ...(status && { status }) };
  const devices = useRows(
    'listDirectoryDevices',
    { search: searched, sort: sortOf(table.sort), ...filters },
    { refetchEverySeconds: 10 },
  );
  const isNarrowed = searched !== '' || status !== undefined || clientId > 0;
  const choose = (id: string | null): void =>
    void navigate({ to: id === null ? '/activeDirectory' : `/activeDirectory?client=${id}`, replace: true });
  const chosen = devices.rows.filter((row): row is Row => row !== undefined && selected.has(row.id));
  const shownDevice = devices.rows.find((row) => row?.id === opened);
  const discover = (
    <Button leftSection={<IconSitemap size={16} />} onClick={() => setOpen('discovery')}>
      {t('directory.discover')}
    </Button>
  );
  const actions = (
    <>
      <Button variant="default" leftSection={<IconFileCode size={16} />} onClick={() => setOpen('computer')}>
        {t('directory.script')}
      </Button>
      {discover}
    </>
  );
  const close = (): void => setOpen(undefined);
  return (
    <Page title={t('directory.title')} description={t('directory.text')} actions={actions}>
      <div className={styles.sections}>
        <JobsCard clientId={clientId} />
        <Card title={t('directory.computers')} flush>
          <DataState of={devices.first} failed={t('directory.failed')} tall bones={<Bones lines={6} />}>
            {({ total }) =>
              total === 0 && !isNarrowed ? (
                <Message
                  tall
                  icon={<IconBinaryTree size={28} stroke={1.5} />}
                  title={t('directory.none')}
                  text={t('directory.noneText')}
                  actions={discover}
                />
              ) : (
                <ListFrame
                  label={t('directory.search')}
                  search={search}
                  onSearch={setSearch}
                  filters={
                    <>
                      <FilterChips
                        label={t('directory.status')}
                        choices={decisions.map((value) => ({ value, label: t(`directoryStatus.${value}`) }))}
                        chosen={status}
                        onChoose={setStatus}
                      />
                      <Select
                        className={styles.filter}
                        aria-label={t('directory.organization')}
                        placeholder={t('alerts.anyOrganization')}
                        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                        value={clientId > 0 ? String(clientId) : null}
                        searchable
                        clearable
                        clearButtonProps={{ 'aria-label': t('alerts.anyOrganization') }}
                        onChange={choose}
                      />
                    </>
                  }
                  end={
                    <>
                      <span className={tableStyles.count}>{t('directory.count', { count: total })}</span>
                      <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                    </>
                  }
                  empty={
                    total === 0
                      ? {
                          text: t('directory.noMatch'),
                          onClear: () => {
                            setSearch('');
                            setStatus(undefined);
                            choose(null);
                          },
                        }
                      : undefined
                  }
                  bar={
                    chosen.length > 0 ? (
                      <ComputerSelectionBar chosen={chosen} onClear={() => setSelected(new Set())} />
                    ) : undefined
                  }
                  failure={{ error: devices.failure, title: t('directory.failed'), onRetry: devices.retry }}
                >
                  <DataTable
                    label={t('directory.title')}
                    rows={devices.rows}
                    columns={table.shown}
                    sort={table.sort}
                    onSort={table.setSort}
                    onSeen={devices.onSeen}
                    onOpen={(row) => setOpened(row.id)}
                    selection={{
                      chosen: selected,
                      onChange: setSelected,
                      label: ({ name }: Row) => t('table.chooseOne', { name }),
                    }}
                    stickyHead
                  />
                </ListFrame>
              )
            }
          </DataState>
        </Card>
      </div>
      {shownDevice && <ComputerDialog key={shownDevice.id} device={shownDevice} onClose={() => setOpened(undefined)} />}
      <AddNetwork flow={open === 'discovery' ? 'directory-discovery' : undefined} onClose={close} />
      <AddComputer opened={open === 'computer'} onClose={close} />
    </Page>
  );
}
