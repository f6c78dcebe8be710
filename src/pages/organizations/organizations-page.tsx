import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { useFormat, type Format } from '../../format/format.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { addPaths, organizationPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import { ColumnMenu } from '../../table/column-menu.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';

type Row = CallReply<'searchOrganizations'>['items'][number];

function columnsOf(t: ReturnType<typeof useWords>, format: Format): Column<Row>[] {
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
  ];
}

/** The organizations that this person may see (C23-14). */
export default function OrganizationsPage(): ReactNode {
  const t = useWords();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const organizations = useCall('searchOrganizations', { query: { search: asked, limit: 500 } }, { keep: true });
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  const table = useTableState('organizations', columns, { column: 'name', descending: false });
  const add = may('ORGANIZATION:Create') ? (
    <Button component={Link} to={addPaths.organization} leftSection={<IconPlus size={16} />}>
      {t('add.organization')}
    </Button>
  ) : null;

  return (
    <Page title={t('nav.organizations')} description={t('organizations.text')} actions={add}>
      <Card flush>
        <DataState of={organizations} failed={t('organizations.failed')} tall bones={<Bones lines={8} />}>
          {({ items, total }) =>
            total === 0 && asked === '' ? (
              <Message
                tall
                icon={<IconBuilding size={32} stroke={1.5} />}
                title={t('organizations.none')}
                text={t('organizations.noneText')}
                actions={add}
              />
            ) : (
              <>
                <div className={styles.bar}>
                  <TextInput
                    className={styles.barSearch}
                    type="search"
                    aria-label={t('organizations.search')}
                    placeholder={t('organizations.search')}
                    leftSection={<IconSearch size={16} />}
                    value={search}
                    onChange={(event) => setSearch(event.currentTarget.value)}
                  />
                  <div className={styles.barEnd}>
                    <span className={styles.count}>{t('organizations.count', { count: total })}</span>
                    <ColumnMenu columns={columns} hidden={table.hidden} onChange={table.setHidden} />
                  </div>
                </div>
                {items.length === 0 ? (
                  <Message
                    title={t('table.noMatch')}
                    text={t('table.noMatchText', { search: asked })}
                    actions={
                      <Button variant="default" onClick={() => setSearch('')}>
                        {t('table.clear')}
                      </Button>
                    }
                  />
                ) : (
                  <DataTable
                    label={t('nav.organizations')}
                    rows={items}
                    columns={table.shown}
                    sort={table.sort}
                    onSort={table.setSort}
                    stickyHead
                    onOpen={({ id }) => void navigate({ to: organizationPath(id) })}
                  />
                )}
              </>
            )
          }
        </DataState>
      </Card>
    </Page>
  );
}
