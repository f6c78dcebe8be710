import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { Page } from '../../shell/page.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { useUndo } from './undo-toast.tsx';

type Deletion = CallReply<'listDeletions'>[number];
const instant = (at: string): number => new Date(at).getTime();

/** “7 devices, 2 cloud monitors”; of what has its number in its name, nothing. */
function tookWords(t: ReturnType<typeof useWords>, { deviceCount, monitorCount }: Deletion): string {
  return [
    deviceCount > 0 ? t('deletion.devices', { count: deviceCount }) : '',
    monitorCount > 0 ? t('deletion.monitors', { count: monitorCount }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function useColumns(undo: ReturnType<typeof useUndo>): Column<Deletion>[] {
  const t = useWords();
  const { busy, run } = undo;
  return useMemo<Column<Deletion>[]>(
    () => [
      {
        id: 'name',
        title: t('deletion.name'),
        fixed: true,
        sortBy: ({ name }) => name,
        cell: ({ name }) => (
          <span className={styles.main} title={name}>
            {name}
          </span>
        ),
      },
      {
        id: 'kind',
        title: t('deletion.kind'),
        width: 120,
        from: 900,
        sortBy: ({ kind }) => kind,
        cell: ({ kind }) => t(`deletion.kind${kind}`),
      },
      {
        id: 'took',
        title: t('deletion.took'),
        from: 640,
        sortBy: ({ deviceCount }) => deviceCount,
        cell: (row) => tookWords(t, row),
      },
      {
        id: 'organization',
        title: t('deletion.organization'),
        from: 1440,
        sortBy: ({ clientName }) => clientName,
        cell: ({ clientName }) => clientName ?? '',
      },
      {
        id: 'by',
        title: t('deletion.by'),
        from: 640,
        sortBy: ({ deletedBy }) => deletedBy,
        cell: (row) => row.deletedBy,
      },
      {
        id: 'at',
        title: t('deletion.at'),
        width: 132,
        from: 900,
        sortBy: ({ deletedAt }) => instant(deletedAt),
        cell: ({ deletedAt }) => <When at={deletedAt} />,
      },
      {
        id: 'until',
        title: t('deletion.until'),
        width: 116,
        sortBy: ({ undoUntil }) => instant(undoUntil),
        cell: ({ undoUntil }) => <When at={undoUntil} />,
      },
      {
        id: 'actions',
        title: t('table.actions'),
        silent: true,
        width: 140,
        align: 'end',
        fixed: true,
        cell: ({ id, name }) => (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} />}
            aria-label={t('deletion.restoreOf', { name })}
            disabled={busy}
            onClick={() => void run({ params: { id } })}
          >
            {t('deletion.restore')}
          </Button>
        ),
      },
    ],
    [t, busy, run],
  );
}

/** What was deleted in the last minutes and can be restored: by whom, when, what, and until when. */
export default function DeletionsPage(): ReactNode {
  const t = useWords();
  const now = useNow();
  const deletions = useCall('listDeletions');
  const columns = useColumns(useUndo());
  const table = useTableState('deletions', columns, { column: 'at', descending: true });
  return (
    <Page title={t('nav.deletions')} description={t('deletion.text')}>
      <Card flush>
        <DataState of={deletions} failed={t('deletion.failed')} tall bones={<Bones lines={4} />}>
          {(all) => {
            const rows = all.filter(({ undoUntil }) => instant(undoUntil) > now);
            return rows.length === 0 ? (
              <Message
                tall
                icon={<IconTrash size={28} stroke={1.5} />}
                title={t('deletion.none')}
                text={t('deletion.noneText')}
              />
            ) : (
              <DataTable
                label={t('nav.deletions')}
                rows={rows}
                columns={table.shown}
                sort={table.sort}
                onSort={table.setSort}
                stickyHead
              />
            );
          }}
        </DataState>
      </Card>
    </Page>
  );
}
