import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { useMe } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';
import own from './activities.module.css';
import { ActivityFilterBar, queryOf, useActivityFilters } from './activity-filters.tsx';
import { ChangesButton, ChangesModal, type Activity } from './changes.tsx';
import { EntityLink } from './entity-link.tsx';

function columnsOf(t: ReturnType<typeof useWords>, onOpen: (activity: Activity) => void): Column<Activity>[] {
  return [
    {
      id: 'summary',
      title: t('activities.summary'),
      fixed: true,
      cell: (activity) => (
        <span className={own.summary}>
          <span title={activity.summary}>{activity.summary}</span>
          <ChangesButton activity={activity} onOpen={() => onOpen(activity)} />
        </span>
      ),
    },
    {
      id: 'who',
      title: t('activities.who'),
      width: 128,
      from: 640,
      cell: ({ actorName }) => actorName || t('activities.system'),
    },
    {
      id: 'what',
      title: t('activities.what'),
      width: 240,
      from: 900,
      cell: (activity) => <EntityLink activity={activity} />,
    },
    { id: 'when', title: t('activities.when'), width: 148, align: 'end', cell: ({ at }) => <When at={at} /> },
  ];
}

/** Recomputes the hash chain and says whether the trail is whole. */
function Verification(): ReactNode {
  const t = useWords();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<CallReply<'verifyAudit'>>();
  const [failure, setFailure] = useState<string>();
  const verify = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setResult(await callApi('verifyAudit'));
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.message : t('failure.unknown'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <span role="status" className={own.verdict}>
        {failure ? <Tag tone="bad">{failure}</Tag> : null}
        {!failure && result ? (
          result.intact ? (
            <Tag tone="good" icon={<IconShieldCheck size={14} aria-hidden />}>
              {t('activities.intact', { count: result.rows, rows: format.number(result.rows) })}
            </Tag>
          ) : (
            <Tag tone="bad" icon={<IconShieldX size={14} aria-hidden />}>
              {result.problem ?? t('activities.broken', { id: result.firstBrokenId })}
            </Tag>
          )
        ) : null}
      </span>
      <Button variant="default" onClick={() => void verify()} loading={busy}>
        {t('activities.verify')}
      </Button>
    </>
  );
}

export default function ActivitiesPage(): ReactNode {
  const t = useWords();
  const me = useMe();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [filters, filter] = useActivityFilters();
  const [opened, setOpened] = useState<Activity>();
  const query = { search: asked, ...queryOf(filters, format.zone) };
  const activities = useRows('listActivities', query, { refetchEverySeconds: 60 });
  const columns = useMemo(() => columnsOf(t, setOpened), [t]);
  const filtered = Object.keys(filters).length > 0;
  const clear = (): void => {
    setSearch('');
    filter({});
  };
  return (
    <Page
      title={t('nav.activities')}
      description={t('activities.text')}
      actions={me.sysadmin ? <Verification /> : null}
    >
      <Card flush>
        <DataState of={activities.first} failed={t('activities.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) =>
            total === 0 && asked === '' && !filtered ? (
              <Message tall title={t('activities.none')} text={t('activities.noneText')} />
            ) : (
              <ListFrame
                label={t('activities.search')}
                search={search}
                onSearch={setSearch}
                filters={<ActivityFilterBar filters={filters} onChange={filter} />}
                end={
                  <span className={styles.count}>
                    {t('activities.count', { count: total, total: format.number(total) })}
                  </span>
                }
                empty={
                  total === 0
                    ? {
                        text: filtered ? t('activities.noneFits') : t('table.noMatchText', { search: asked }),
                        onClear: clear,
                      }
                    : undefined
                }
                failure={{ error: activities.failure, title: t('activities.failed'), onRetry: activities.retry }}
              >
                <DataTable
                  label={t('nav.activities')}
                  rows={activities.rows}
                  columns={columns}
                  onSeen={activities.onSeen}
                  stickyHead
                />
              </ListFrame>
            )
          }
        </DataState>
      </Card>
      {opened ? <ChangesModal activity={opened} onClose={() => setOpened(undefined)} /> : null}
    </Page>
  );
}
