import { useDebouncedValue } from '@mantine/hooks';
import { IconBellCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { Alert } from '../../parts/alert.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { useMay } from '../../session/session.ts';
import { alertPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { alertColumns } from './alert-columns.tsx';
import { AlertFilterBar, queryOf, useAlertFilters } from './alert-filters.tsx';
import { AlertSelectionBar } from './alert-selection-bar.tsx';

/** What the conditions of every visible monitor raised: open, or past. */
export default function AlertsPage(): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const [filters, setFilters] = useAlertFilters();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const columns = useMemo(() => alertColumns(t, filters.state), [t, filters.state]);
  const table = useTableState('alerts', columns, { column: 'raised', descending: true });
  const alerts = useRows('listAlerts', { search: asked, ...queryOf(filters), sort: sortOf(table.sort) });
  const selected = alerts.rows.filter((row): row is Alert => row !== undefined && chosen.has(row.id));
  const narrowed = asked !== '' || filters.state !== 'open' || Object.keys(filters).length > 1;
  const empty = narrowed
    ? {
        text: asked ? t('table.noMatchText', { search: asked }) : t('alerts.noneFit'),
        onClear: () => {
          setSearch('');
          setFilters({ state: 'open' });
        },
      }
    : {
        icon: <IconBellCheck size={32} stroke={1.5} />,
        title: t('alerts.none'),
        text: t('alerts.everText'),
      };
  return (
    <Page title={t('nav.alerts')} description={t('alerts.text')}>
      <Card flush>
        <DataState of={alerts.first} failed={t('alerts.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) => (
            <ListFrame
              bar={
                selected.length > 0 ? (
                  <AlertSelectionBar chosen={selected} onDone={() => setChosen(new Set())} />
                ) : undefined
              }
              label={t('alerts.search')}
              search={search}
              onSearch={setSearch}
              filters={<AlertFilterBar filters={filters} onChange={setFilters} />}
              end={
                <>
                  <span className={styles.count}>{t('alerts.count', { count: total })}</span>
                  <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                </>
              }
              empty={total === 0 ? empty : undefined}
              failure={{ error: alerts.failure, title: t('alerts.failed'), onRetry: alerts.retry }}
            >
              <DataTable
                label={t('nav.alerts')}
                rows={alerts.rows}
                columns={table.shown}
                sort={table.sort}
                onSort={table.setSort}
                onSeen={alerts.onSeen}
                stickyHead
                onOpen={({ id }) => void navigate({ to: alertPath(id) })}
                {...(may('NODE:Update')
                  ? {
                      selection: {
                        chosen,
                        onChange: setChosen,
                        label: ({ conditionName, monitorName }: Alert) =>
                          t('alerts.choose', { condition: conditionName, monitor: monitorName }),
                      },
                    }
                  : {})}
              />
            </ListFrame>
          )}
        </DataState>
      </Card>
    </Page>
  );
}
