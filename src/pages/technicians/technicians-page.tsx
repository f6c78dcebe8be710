import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconKey,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { CustomFieldsLine } from '../../flow/custom-fields.tsx';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { When } from '../../parts/when.tsx';
import { useMe } from '../../session/session.ts';
import { addPaths, copyTechnicianPath, editTechnicianPath } from '../../shell/add-paths.ts';
import { Page } from '../../shell/page.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import styles from '../../table/data-table.module.css';
import { FilterChips } from '../../table/filter-chips.tsx';
import { ListFrame } from '../../table/list-frame.tsx';
import { useTableState } from '../../table/table-state.ts';
import { useWords } from '../../words/words.ts';
import { DeleteFlow } from '../deletion/delete-flow.tsx';
import { ActivationModal } from './activation-modal.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { hasSecondFactor, nameOf, type User } from './technician.ts';

type State = 'active' | 'invited' | 'disabled';
const states = ['active', 'invited', 'disabled'] as const satisfies State[];

function stateOf({ enabled, activated }: User): State {
  if (!enabled) return 'disabled';
  return activated ? 'active' : 'invited';
}

const tones = { active: 'good', invited: 'warn', disabled: 'idle' } as const;

export default function TechniciansPage(): ReactNode {
  const t = useWords();
  const me = useMe();
  const navigate = useNavigate();
  // C16-08
  const users = useCall('listUsers', { query: { userType: 'TECHNICIAN' } });
  const [search, setSearch] = useState('');
  const [state, setState] = useState<State>();
  const [inviting, setInviting] = useState<User>();
  const [resetting, setResetting] = useState<User>();
  const [deleting, setDeleting] = useState<User>();

  const columns = useMemo<Column<User>[]>(
    () => [
      {
        id: 'name',
        title: t('technicians.name'),
        fixed: true,
        sortBy: nameOf,
        cell: (user) => (
          <>
            <Link to={editTechnicianPath(user.id)} className={styles.main}>
              {nameOf(user)}
            </Link>
            {user.id === me.id ? <span className={styles.count}> {t('technicians.you')}</span> : null}
            <span className={styles.second}>{user.email}</span>
            <CustomFieldsLine flow="user" call="saveUser" entity={user} />
          </>
        ),
      },
      {
        id: 'email',
        title: t('technicians.email'),
        from: 900,
        sortBy: ({ email }) => email,
        cell: ({ email }) => <span title={email}>{email}</span>,
      },
      {
        id: 'role',
        title: t('technicians.role'),
        width: 156,
        from: 640,
        sortBy: ({ sysadmin }) => (sysadmin ? 0 : 1),
        cell: ({ sysadmin, grants }) =>
          sysadmin ? t('technicians.sysadmin') : t('technicians.grants', { count: grants.length }),
      },
      {
        id: 'factor',
        title: t('technicians.factor'),
        width: 104,
        from: 1440,
        sortBy: (user) => (hasSecondFactor(user) ? 0 : 1),
        cell: (user) => (hasSecondFactor(user) ? t('on') : t('off')),
      },
      {
        id: 'state',
        title: t('technicians.state'),
        width: 96,
        sortBy: (user) => stateOf(user),
        cell: (user) => <Tag tone={tones[stateOf(user)]}>{t(`technicians.${stateOf(user)}`)}</Tag>,
      },
      {
        id: 'seen',
        title: t('technicians.lastSignIn'),
        width: 124,
        align: 'end',
        from: 1140,
        sortBy: ({ lastSignInAt }) => (lastSignInAt ? new Date(lastSignInAt).getTime() : null),
        cell: ({ lastSignInAt }) => (lastSignInAt ? <When at={lastSignInAt} /> : t('never')),
      },
      {
        id: 'actions',
        title: t('table.actions'),
        silent: true,
        width: 60,
        align: 'end',
        fixed: true,
        cell: (user) => (
          <Menu>
            <Menu.Target>
              <ActionIcon size={28} aria-label={t('technicians.actionsOf', { name: nameOf(user) })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item component={Link} to={editTechnicianPath(user.id)} leftSection={<IconPencil size={16} />}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item component={Link} to={copyTechnicianPath(user.id)} leftSection={<IconCopy size={16} />}>
                {t('copy')}
              </Menu.Item>
              {user.id === me.id ? null : (
                <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setInviting(user)}>
                  {t('technicians.newLink')}
                </Menu.Item>
              )}
              {user.id === me.id || !hasSecondFactor(user) ? null : (
                <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => setResetting(user)}>
                  {t('technicians.resetFactor')}
                </Menu.Item>
              )}
              {user.id === me.id ? null : (
                <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(user)}>
                  {t('technicians.delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        ),
      },
    ],
    [t, me.id],
  );
  const table = useTableState('technicians', columns, { column: 'name', descending: false });
  const wanted = search.trim().toLowerCase();
  const add = (
    <Button component={Link} to={addPaths.technician} leftSection={<IconUserPlus size={16} />}>
      {t('add.technician')}
    </Button>
  );
  return (
    <Page title={t('nav.technicians')} description={t('technicians.text')} actions={add}>
      <Card flush>
        <DataState of={users} failed={t('technicians.failed')} tall bones={<Bones lines={6} />}>
          {(all) => {
            const shown = all.filter(
              (user) =>
                (state === undefined || stateOf(user) === state) &&
                `${nameOf(user)} ${user.email}`.toLowerCase().includes(wanted),
            );
            return (
              <ListFrame
                label={t('technicians.search')}
                search={search}
                onSearch={setSearch}
                filters={
                  <FilterChips
                    label={t('technicians.state')}
                    choices={states.map((value) => ({
                      value,
                      label: t(`technicians.${value}`),
                      count: all.filter((user) => stateOf(user) === value).length,
                    }))}
                    chosen={state}
                    onChoose={setState}
                  />
                }
                end={<span className={styles.count}>{t('technicians.count', { count: shown.length })}</span>}
                empty={
                  shown.length === 0
                    ? {
                        icon: <IconUsers size={32} stroke={1.5} />,
                        text: wanted ? t('table.noMatchText', { search: search.trim() }) : t('technicians.noneWith'),
                        onClear: () => {
                          setSearch('');
                          setState(undefined);
                        },
                      }
                    : undefined
                }
              >
                <DataTable
                  label={t('nav.technicians')}
                  rows={shown}
                  columns={table.shown}
                  sort={table.sort}
                  onSort={table.setSort}
                  stickyHead
                  onOpen={({ id }) => void navigate({ to: editTechnicianPath(id) })}
                />
              </ListFrame>
            );
          }}
        </DataState>
      </Card>
      {inviting ? <ActivationModal user={inviting} onClose={() => setInviting(undefined)} /> : null}
      <ResetSecondFactor user={resetting} onClose={() => setResetting(undefined)} />
      {deleting ? <DeleteFlow of={{ user: deleting.id }} onEnded={() => setDeleting(undefined)} /> : null}
    </Page>
  );
}
