import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconListDetails, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import styles from '../../parts/settings.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';

type Policy = CallReply<'listPolicies'>[number];
type Opened = { what: 'add' } | { what: 'edit' | 'delete'; policy: Policy };

function PolicyLine({ policy, onOpen }: { policy: Policy; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { name, notes } = policy;
  return (
    <SettingLine
      title={name}
      note={notes}
      actions={
        <Menu>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', policy })}>
              {t('edit')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => onOpen({ what: 'delete', policy })}
            >
              {t('policy.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}

/** Lists the policies of the division. */
export default function PoliciesPage(): ReactNode {
  const t = useWords();
  const policies = useCall('listPolicies');
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const remove = useAct('removePolicy', {
    done: t('policy.deleted'),
    failed: t('policy.deleteFailed'),
    refresh: ['listPolicies'],
  });
  const chosen = opened && opened.what !== 'add' ? opened.policy : undefined;
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('policy.add')}
    </Button>
  );
  return (
    <Page title={t('nav.policies')} description={t('policy.text')} actions={policies.data?.length ? add : null}>
      <div className={styles.sections}>
        <Card>
          <DataState of={policies} failed={t('policy.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconListDetails size={28} stroke={1.5} />}
                  title={t('policy.none')}
                  text={t('policy.noneText')}
                  actions={add}
                />
              ) : (
                <div>
                  {all.map((policy) => (
                    <PolicyLine key={policy.id} policy={policy} onOpen={setOpened} />
                  ))}
                </div>
              )
            }
          </DataState>
        </Card>
      </div>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="policy"
          {...(chosen ? { mode: 'EDIT', subject: String(chosen.id) } : { mode: 'NEW' })}
          onEnded={() => {
            close();
            refresh('listPolicies');
          }}
        />
      ) : null}
      <ConfirmModal
        opened={opened?.what === 'delete'}
        danger
        title={t('policy.deleteTitle', { name: chosen?.name ?? '' })}
        text={t('policy.deleteText')}
        act={t('policy.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => chosen && void remove.run({ params: { id: chosen.id } }).then((done) => done && close())}
      />
    </Page>
  );
}
