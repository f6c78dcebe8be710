import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat, type Format } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useCustomColumns, useCustomList, useReadableFilter } from '../../flow/custom-lists.tsx';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { addPaths, organizationPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import type { Column } from '../../table/column.ts';
import { CustomFilters } from '../../table/custom-filters.tsx';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { sortOf, useRows } from '../../table/use-rows.ts';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { DeleteFlow } from '../deletion/delete-flow.tsx';
import { ExportButton } from './export-button.tsx';

type Row = CallReply<'searchOrganizations'>['items'][number];

/** `onDelete` where the person may delete (F10-06). */
function columnsOf(
  t: ReturnType<typeof useWords>,
  format: Format,
  custom: readonly Column<Row>[],
  onDelete: ((row: Row) => void) | undefined,
): Column<Row>[] {
  return [
    {
      id: 'name',
      title: t('organizations.name'),
      fixed: true,
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to={organizationPath(id)} className={styles.main}>
          {name}
        </Link>
      ),
    },
    {
      id: 'description',
      title: t('organizations.description'),
      from: 1140,
      sortBy: ({ description }) => description || null,
      cell: ({ description }) => description,
    },
    ...custom,
    {
      id: 'locations',
      title: t('organizations.locations'),
      width: 104,
      align: 'end',
      from: 640,
      sortBy: ({ locationCount }) => locationCount,
      cell: ({ locationCount }) => format.number(locationCount),
    },
    {
      id: 'monitors',
      title: t('nav.monitors'),
      width: 136,
      align: 'end',
      from: 900,
      sortBy: ({ monitorCount }) => monitorCount,
      cell: ({ monitorCount }) => format.number(monitorCount),
    },
    {
      id: 'alerts',
      title: t('organizations.alerts'),
      width: 112,
      align: 'end',
      sortBy: ({ openAlertCount }) => openAlertCount,
      cell: ({ openAlertCount }) =>
        openAlertCount > 0 ? <Tag tone="bad">{t('organizations.openAlerts', { count: openAlertCount })}</Tag> : '0',
    },
    {
      id: 'updated',
      title: t('organizations.updated'),
      width: 148,
      align: 'end',
      from: 900,
      sortBy: ({ updatedAt }) => new Date(updatedAt).getTime(),
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    ...(onDelete ? [actionsColumn(t, onDelete)] : []),
  ];
}

function actionsColumn(t: ReturnType<typeof useWords>, onDelete: (row: Row) => void): Column<Row> {
  return {
    id: 'actions',
    title: t('table.actions'),
    silent: true,
    width: 72,
    align: 'end',
    fixed: true,
    cell: (row) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('organizations.more', { name: row.name })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onDelete(row)}>
            {t('organization.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  };
}

/** The organizations that this person may see (C23-14). */
export default function OrganizationsPage(): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [deleting, setDeleting] = useState<number>();
  const mayDelete = may('ORGANIZATION:Delete');
  const [customFilter, setCustomFilter] = useState<string>();
  const custom = useCustomList('organization', 'addOrganization');
  const customColumns = useCustomColumns<Row>(custom.fields, 2);
  const columns = useMemo(
    () => columnsOf(t, format, customColumns, mayDelete ? ({ id }) => setDeleting(id) : undefined),
    [t, format, customColumns, mayDelete],
  );
  const table = useTableState('organizations', columns, { column: 'name', descending: false });
  const matching = { search: asked, ...(customFilter !== undefined && { custom: customFilter }) };
  const organizations = useRows('searchOrganizations', { ...matching, sort: sortOf(table.sort) });
  custom.onReply(organizations.first.data);
  useReadableFilter(organizations.first.error, customFilter, () => setCustomFilter(undefined));
  const narrowed = asked !== '' || customFilter !== undefined;
  const clear = (): void => {
    setSearch('');
    setCustomFilter(undefined);
  };
  const add = may('ORGANIZATION:Create') ? (
    <Button component={Link} to={addPaths.organization} leftSection={<IconPlus size={16} />}>
      {t('add.organization')}
    </Button>
  ) : null;

  return (
    <Page title={t('nav.organizations')} description={t('organizations.text')} actions={add}>
      <Card flush>
        <DataState of={organizations.first} failed={t('organizations.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) =>
            total === 0 && !narrowed ? (
              <Message
                tall
                icon={<IconBuilding size={32} stroke={1.5} />}
                title={t('organizations.none')}
                text={t('organizations.noneText')}
                actions={add}
              />
            ) : (
              <ListFrame
                label={t('organizations.search')}
                search={search}
                onSearch={setSearch}
                filters={<CustomFilters fields={custom.fields} custom={customFilter} onChange={setCustomFilter} />}
                end={
                  <>
                    <span className={styles.count}>{t('organizations.count', { count: total })}</span>
                    <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                    {total > 0 ? <ExportButton query={matching} /> : null}
                  </>
                }
                empty={
                  total === 0
                    ? {
                        text: asked ? t('table.noMatchText', { search: asked }) : t('organizations.noneFits'),
                        onClear: clear,
                      }
                    : undefined
                }
                failure={{
                  error: organizations.failure,
                  title: t('organizations.failed'),
                  onRetry: organizations.retry,
                }}
              >
                <DataTable
                  label={t('nav.organizations')}
                  rows={organizations.rows}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  onSeen={organizations.onSeen}
                  stickyHead
                  onOpen={({ id }) => void navigate({ to: organizationPath(id) })}
                />
              </ListFrame>
            )
          }
        </DataState>
      </Card>
      {deleting === undefined ? null : (
        <DeleteFlow of={{ organization: deleting }} onEnded={() => setDeleting(undefined)} />
      )}
    </Page>
  );
}
