import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import { useFormat } from '../../format/format.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { useMe } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { useRows } from '../../table/use-rows.ts';
import { useWords } from '../../words/words.ts';

type Activity = CallReply<'listActivities'>['items'][number];

function columnsOf(t: ReturnType<typeof useWords>): Column<Activity>[] {
  return [
    {
      id: 'summary',
      title: t('activities.summary'),
      fixed: true,
      cell: ({ summary }) => <span title={summary}>{summary}</span>,
    },
    {
      id: 'who',
      title: t('activities.who'),
      width: 200,
      from: 640,
      cell: ({ actorName }) => actorName || t('activities.system'),
    },
    {
      id: 'what',
      title: t('activities.what'),
      width: 220,
      from: 1140,
      cell: ({ entityType, entityId }) =>
        [entityType.toLowerCase().replaceAll('_', ' '), entityId].filter(Boolean).join(' '),
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
      <span role="status">
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
  const activities = useRows('listActivities', { search: asked }, { refetchEverySeconds: 60 });
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <Page
      title={t('nav.activities')}
      description={t('activities.text')}
      actions={me.sysadmin ? <Verification /> : null}
    >
      <Card flush>
        <DataState of={activities.first} failed={t('activities.failed')} tall bones={<Bones lines={8} />}>
          {({ total }) =>
            total === 0 && asked === '' ? (
              <Message tall title={t('activities.none')} text={t('activities.noneText')} />
            ) : (
              <ListFrame
                label={t('activities.search')}
                search={search}
                onSearch={setSearch}
                end={
                  <span className={styles.count}>
                    {t('activities.count', { count: total, total: format.number(total) })}
                  </span>
                }
                empty={
                  total === 0
                    ? { text: t('table.noMatchText', { search: asked }), onClear: () => setSearch('') }
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
    </Page>
  );
}
