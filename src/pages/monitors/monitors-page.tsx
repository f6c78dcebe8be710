import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconHeartRateMonitor } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { useFormat } from '../../format/format.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import type { MonitorState } from '../../parts/status.tsx';
import { useMay } from '../../session/session.ts';
import { addPaths, monitorPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { FilterChips } from '../../table/filter-chips.tsx';
import { ListFrame } from '../../table/list-frame.tsx';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { monitorColumns, type MonitorRow } from './monitor-columns.tsx';
import { MonitorSelectionBar } from './monitor-selection-bar.tsx';

const states = ['down', 'up', 'unknown', 'paused'] as const satisfies MonitorState[];

function isState(value: unknown): value is MonitorState {
  return states.some((state) => state === value);
}

type Overview = CallReply<'systemOverview'>;
function countOf(state: MonitorState, counts: Overview | undefined): number | undefined {
  if (!counts) return undefined;
  const { monitors, monitorsUp: up, monitorsDown: down, monitorsPaused: paused } = counts;
  return { up, down, paused, unknown: Math.max(0, monitors - up - down - paused) }[state];
}

export default function MonitorsPage(): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const wanted = useSearch({ strict: false, select: (search: { status?: unknown }) => search.status });
  const status = isState(wanted) ? wanted : undefined;
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const counts = useCall('systemOverview');
  const columns = useMemo(() => monitorColumns(t, format), [t, format]);
  const table = useTableState('monitors', columns, { column: 'status', descending: false });
  const monitors = useRows('listMonitors', {
    search: asked,
    sort: sortOf(table.sort),
    ...(status ? { status } : {}),
  });
  const mayChange = may('NODE:Update') || may('NODE:Delete');
  const selected = monitors.rows.filter((row) => row !== undefined && chosen.has(row.id)) as MonitorRow[];
  const add = may('NODE:Create') ? (
    <Button component={Link} to={addPaths.monitor} leftSection={<IconPlus size={16} />}>
      {t('add.monitor')}
    </Button>
  ) : null;
  const clear = (): void => {
    setSearch('');
    void navigate({ to: '/cloudMonitors' });
  };

  return (
    <Page title={t('nav.monitors')} description={t('monitors.text')} actions={add}>
      <Card flush>
        <DataState of={monitors.first} failed={t('monitors.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) =>
            total === 0 && asked === '' && status === undefined ? (
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
                  selected.length > 0 ? (
                    <MonitorSelectionBar selected={selected} onDone={() => setChosen(new Set())} />
                  ) : undefined
                }
                label={t('monitors.search')}
                search={search}
                onSearch={setSearch}
                filters={
                  <FilterChips
                    label={t('monitors.status')}
                    choices={states.map((state) => ({
                      value: state,
                      label: t(`status.${state}`),
                      count: countOf(state, counts.data),
                    }))}
                    chosen={status}
                    onChoose={(next) =>
                      void navigate({ to: next ? `/cloudMonitors?status=${next}` : '/cloudMonitors', replace: true })
                    }
                  />
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
                          : t('monitors.noneWith', { status: status ? t(`status.${status}`).toLowerCase() : '' }),
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
                  onOpen={({ id }) => void navigate({ to: monitorPath(id) })}
                  {...(mayChange
                    ? {
                        selection: {
                          chosen,
                          onChange: setChosen,
                          label: (id: number) =>
                            t('table.chooseOne', {
                              name: monitors.rows.find((row) => row?.id === id)?.monitorName ?? '',
                            }),
                        },
                      }
                    : {})}
                />
              </ListFrame>
            )
          }
        </DataState>
      </Card>
    </Page>
  );
}
