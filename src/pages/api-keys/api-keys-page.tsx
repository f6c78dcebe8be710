import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { KeyState } from '../../parts/api-key-line.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { When } from '../../parts/when.tsx';
import { editTechnicianPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { ListFrame } from '../../table/list-frame.tsx';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';

type Key = CallReply<'listEveryApiKey'>[number];

const ownerOf = ({ owner }: Key): string => owner.name || owner.email;
const instant = (at: string): number => new Date(at).getTime();

function useColumns(onRevoke: (key: Key) => void): Column<Key>[] {
  const t = useWords();
  return useMemo<Column<Key>[]>(
    () => [
      {
        id: 'owner',
        title: t('everyKey.owner'),
        fixed: true,
        sortBy: ownerOf,
        cell: (key) => (
          <>
            <Link to={editTechnicianPath(key.owner.id)} className={styles.main} title={key.owner.email}>
              {ownerOf(key)}
            </Link>
            {key.owner.sysadmin ? <span className={styles.count}> {t('everyKey.admin')}</span> : null}
          </>
        ),
      },
      {
        id: 'name',
        title: t('everyKey.name'),
        sortBy: ({ name }) => name,
        cell: ({ name, keyId }) => <span title={keyId}>{name}</span>,
      },
      {
        id: 'scope',
        title: t('everyKey.scope'),
        width: 132,
        from: 640,
        sortBy: ({ scope }) => scope,
        cell: (key) => <KeyState of={key} />,
      },
      {
        id: 'used',
        title: t('everyKey.lastUsed'),
        width: 132,
        from: 900,
        sortBy: ({ lastUsedAt }) => (lastUsedAt ? instant(lastUsedAt) : null),
        cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : t('never')),
      },
      {
        id: 'expires',
        title: t('everyKey.expires'),
        width: 132,
        from: 640,
        sortBy: ({ expiresAt }) => instant(expiresAt),
        cell: ({ expiresAt }) => <When at={expiresAt} />,
      },
      {
        id: 'actions',
        title: t('table.actions'),
        silent: true,
        width: 100,
        align: 'end',
        fixed: true,
        cell: (key) => (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('everyKey.revokeOf', { name: key.name, owner: ownerOf(key) })}
            onClick={() => onRevoke(key)}
          >
            {t('everyKey.revoke')}
          </Button>
        ),
      },
    ],
    [t, onRevoke],
  );
}

function RevokeKey({ of, onClose }: { of: Key | undefined; onClose: () => void }): ReactNode {
  const t = useWords();
  const revoke = useAct('revokeApiKey', {
    done: t('everyKey.revoked'),
    failed: t('everyKey.revokeFailed'),
    refresh: ['listEveryApiKey', 'listApiKeys'],
  });
  const close = (): void => {
    revoke.clear();
    onClose();
  };
  return (
    <ConfirmModal
      opened={of !== undefined}
      danger
      title={t('everyKey.revokeTitle', { name: of?.name ?? '' })}
      text={t('everyKey.revokeText', { owner: of ? ownerOf(of) : '' })}
      act={t('everyKey.revokeAct')}
      busy={revoke.busy}
      failure={revoke.failure?.message}
      onClose={close}
      onConfirm={() => of && void revoke.run({ params: { id: of.id } }).then((done) => done && close())}
    />
  );
}

/** The API keys of every user: whose, what they may do, and an end to them. */
export default function ApiKeysPage(): ReactNode {
  const t = useWords();
  const keys = useCall('listEveryApiKey');
  const [search, setSearch] = useState('');
  const [revoking, setRevoking] = useState<Key>();
  const columns = useColumns(setRevoking);
  const table = useTableState('apiKeys', columns, { column: 'owner', descending: false });
  const wanted = search.trim().toLowerCase();
  return (
    <Page title={t('nav.apiKeys')} description={t('everyKey.text')}>
      <Card flush>
        <DataState of={keys} failed={t('apiKeys.failed')} tall bones={<Bones lines={6} />}>
          {(all) => {
            if (all.length === 0)
              return (
                <Message
                  icon={<IconKey size={32} stroke={1.5} />}
                  title={t('apiKeys.none')}
                  text={t('everyKey.noneText')}
                />
              );
            const shown = all.filter((key) =>
              `${ownerOf(key)} ${key.owner.email} ${key.name} ${key.keyId}`.toLowerCase().includes(wanted),
            );
            return (
              <ListFrame
                label={t('everyKey.search')}
                search={search}
                onSearch={setSearch}
                end={<span className={styles.count}>{t('everyKey.count', { count: shown.length })}</span>}
                empty={
                  shown.length === 0
                    ? {
                        icon: <IconKey size={32} stroke={1.5} />,
                        text: t('table.noMatchText', { search: search.trim() }),
                        onClear: () => setSearch(''),
                      }
                    : undefined
                }
              >
                <DataTable
                  label={t('nav.apiKeys')}
                  rows={shown}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  stickyHead
                />
              </ListFrame>
            );
          }}
        </DataState>
      </Card>
      <RevokeKey of={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}
