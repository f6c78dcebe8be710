import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconHeartRateMonitor } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import statusPage from '#schemas/status-page/details.json';
import { useCall } from '../../data/use-call.ts';
import { useCustomColumns, useCustomList, useReadableFilter } from '../../flow/custom-lists.tsx';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useMay } from '../../session/session.ts';
import { addPaths, monitorPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import type { Sort } from '../../table/column.ts';
import { CustomFilters } from '../../table/custom-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { monitorColumns, type MonitorRow } from './monitor-columns.tsx';
import { MonitorFilters, useFilters } from './monitor-filters.tsx';
import { MonitorSelectionBar } from './monitor-selection-bar.tsx';
import { TransferMenu } from './transfer-menu.tsx';
import { useChanging } from './use-changing.tsx';
import { useChosen } from './use-chosen.ts';

/** As many as a status page takes. */
const mostPublished = statusPage.schema.properties.monitors.maxItems;

/** What needs a person stands first. */
const firstSort: Sort = { column: 'status', descending: false };

export default function MonitorsPage(): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const [filters, setFilters] = useFilters();
  const { status } = filters;
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const counts = useCall('systemOverview');
  const custom = useCustomList('cloud-monitor', 'addMonitor');
  const customColumns = useCustomColumns<MonitorRow>(custom.fields, 0);
  const columns = useMemo(() => monitorColumns(t, format, customColumns), [t, format, customColumns]);
  const table = useTableState('monitors', columns, firstSort);
  const matching = { search: asked, ...filters };
  const monitors = useRows('listMonitors', { ...matching, sort: sortOf(table.sort) });
  custom.onReply(monitors.first.data);
  const { custom: customFilter, ...withoutCustom } = filters;
  useReadableFilter(monitors.first.error, customFilter, () => setFilters(withoutCustom));
  const chosen = useChosen(matching, monitors.rows);
  const changing = useChanging();
  const [publishing, setPublishing] = useState<MonitorRow[]>();
  const mayChange = may('NODE:Update') || may('NODE:Delete');
  const narrowed = asked !== '' || Object.keys(filters).length > 0;
  const seen = monitors.rows.filter((row): row is MonitorRow => row !== undefined && chosen.ids.has(row.id));
  // Of those whose rows are not here nobody knows.
  const maintained = seen.length < chosen.ids.size || seen.some((row) => row.maintenance);
  const mayPublish = may('sysadmin') && seen.length === chosen.ids.size && seen.length <= mostPublished;
  const add = may('NODE:Create') ? (
    <Button component={Link} to={addPaths.monitor} leftSection={<IconPlus size={16} />}>
      {t('add.monitor')}
    </Button>
  ) : null;
  const clear = (): void => {
    setSearch('');
    setFilters({});
  };

  return (
    <Page
      title={t('nav.monitors')}
      description={t('monitors.text')}
      actions={
        <>
          <TransferMenu query={matching} chosen={chosen.ids} count={monitors.first.data?.total} />
          {add}
        </>
      }
    >
      <Card flush>
        <DataState of={monitors.first} failed={t('monitors.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) =>
            total === 0 && !narrowed ? (
              <Message
                tall
                icon={<IconHeartRateMonitor size={32} stroke={1.5} />}
                title={t('monitors.none')}
                text={t('monitors.noneText')}
                actions={add}
              />
            ) : (
              <ListFrame
                bar={
                  chosen.ids.size > 0 || changing.progress ? (
                    <MonitorSelectionBar
                      chosen={chosen}
                      changing={changing}
                      inMaintenance={maintained}
                      onStatusPage={mayPublish ? () => setPublishing(seen) : undefined}
                    />
                  ) : undefined
                }
                label={t('monitors.search')}
                search={search}
                onSearch={setSearch}
                filters={
                  <>
                    <MonitorFilters
                      filters={filters}
                      counts={
                        asked === '' && !filters.type && !filters.clientId && !customFilter ? counts.data : undefined
                      }
                      onChange={setFilters}
                    />
                    <CustomFilters
                      fields={custom.fields}
                      custom={customFilter}
                      onChange={(next) => setFilters({ ...withoutCustom, ...(next && { custom: next }) })}
                    />
                  </>
                }
                end={
                  <>
                    <span className={styles.count}>{t('monitors.count', { count: total })}</span>
                    <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                  </>
                }
                empty={
                  total === 0
                    ? {
                        text: asked
                          ? t('table.noMatchText', { search: asked })
                          : status && Object.keys(filters).length === 1
                            ? status === 'maintenance'
                              ? t('monitors.noneInMaintenance')
                              : t('monitors.noneWith', { status: t(`status.${status}`).toLowerCase() })
                            : t('monitors.noneFits'),
                        onClear: clear,
                      }
                    : undefined
                }
                failure={{ error: monitors.failure, title: t('monitors.failed'), onRetry: monitors.retry }}
              >
                <DataTable
                  label={t('nav.monitors')}
                  rows={monitors.rows}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  onSeen={monitors.onSeen}
                  stickyHead
                  toneOf={({ status }) => (status === 'down' ? 'bad' : undefined)}
                  onOpen={({ id }) => void navigate({ to: monitorPath(id) })}
                  {...(mayChange
                    ? {
                        selection: {
                          chosen: chosen.ids,
                          onChange: chosen.set,
                          onAll: chosen.all,
                          label: ({ monitorName }: MonitorRow) => t('table.chooseOne', { name: monitorName }),
                        },
                      }
                    : {})}
                />
              </ListFrame>
            )
          }
        </DataState>
      </Card>
      {publishing ? (
        <FlowHost
          flowId="status-page"
          mode="NEW"
          answers={{
            details: { monitors: publishing.map(({ id, monitorName }) => ({ monitorId: id, name: monitorName })) },
          }}
          onEnded={({ outcome }) => {
            setPublishing(undefined);
            if (outcome === 'finished') chosen.clear();
          }}
        />
      ) : null}
    </Page>
  );
}
