import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconDots, IconPencil, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Expiry } from '../../parts/expiry.tsx';
import { Message } from '../../parts/message.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { UsedBy, UsesAtStake, type CredentialUses } from './credential-uses.tsx';
import styles from './organization.module.css';
import { TestCredential } from './test-credential.tsx';

type Credential = CallReply<'listCredentials'>[number];
type Opened = { what: 'add' } | { what: 'edit' | 'test' | 'delete'; credential: Credential };

interface LineProps {
  credential: Credential;
  uses: CredentialUses | undefined;
  onOpen: (opened: Opened) => void;
}

function CredentialLine({ credential, uses, onOpen }: LineProps): ReactNode {
  const t = useWords();
  const may = useMay();
  const { name, credentialType } = credential;
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <span className={styles.main}>{name}</span>
        <span className={styles.note}>{t(`credential.type_${credentialType}`)}</span>
        <Expiry on={credential.expiresOn} />
        <UsedBy uses={uses} />
      </div>
      {may('ORGANIZATION:Update') ? (
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('credential.actionsOf', { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', credential })}>
              {t('edit')}
            </Menu.Item>
            {credentialType !== 'BASIC' ? (
              <Menu.Item
                leftSection={<IconPlugConnected size={16} />}
                onClick={() => onOpen({ what: 'test', credential })}
              >
                {t('credential.test')}
              </Menu.Item>
            ) : null}
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => onOpen({ what: 'delete', credential })}
            >
              {t('credential.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}

/** What monitoring signs in with at the organization's devices (F22). */
export function Credentials({ clientId }: { clientId: number }): ReactNode {
  const t = useWords();
  const allowed = useMay()('ORGANIZATION:Update');
  const credentials = useCall('listCredentials', { query: { clientId } });
  const uses = useCall('listCredentialUses', { query: { clientId } });
  const usesOf = (id: number) => uses.data?.find(({ credentialId }) => credentialId === id);
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const refresh = useRefresh();
  const remove = useAct('removeCredential', {
    done: t('credential.deleted'),
    failed: t('credential.deleteFailed'),
    refresh: ['listCredentials', 'listCredentialUses'],
  });
  const chosen = opened && opened.what !== 'add' ? opened.credential : undefined;
  const add = (
    // F22-04
    <Tooltip label={t('credential.mayNot')} disabled={allowed} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        {...(allowed
          ? { onClick: () => setOpened({ what: 'add' }) }
          : { 'data-disabled': true, 'aria-disabled': true })}
      >
        {t('credential.add')}
      </Button>
    </Tooltip>
  );
  return (
    <Card
      flush
      title={t('credential.title')}
      count={credentials.data?.length}
      actions={credentials.data?.length ? add : null}
    >
      <DataState of={credentials} failed={t('credential.failed')}>
        {(all) =>
          all.length === 0 ? (
            <Message title={t('credential.none')} text={t('credential.noneText')} actions={add} />
          ) : (
            <ul className={styles.list}>
              {all.map((credential) => (
                <CredentialLine
                  key={credential.id}
                  credential={credential}
                  uses={usesOf(credential.id)}
                  onOpen={setOpened}
                />
              ))}
            </ul>
          )
        }
      </DataState>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="credential"
          {...(chosen
            ? { mode: 'EDIT', subject: String(chosen.id) }
            : { mode: 'NEW', answers: { details: { clientId } } })}
          onEnded={() => {
            close();
            refresh('listCredentials', 'listExpiringCredentials');
          }}
        />
      ) : null}
      {opened?.what === 'test' ? (
        <TestCredential clientId={clientId} credential={opened.credential} onClose={close} />
      ) : null}
      <ConfirmModal
        opened={opened?.what === 'delete'}
        danger
        title={t('credential.deleteTitle', { name: chosen?.name ?? '' })}
        text={t('credential.deleteText')}
        act={t('credential.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => chosen && void remove.run({ params: { id: chosen.id } }).then((done) => done && close())}
      >
        <UsesAtStake uses={chosen && usesOf(chosen.id)} />
      </ConfirmModal>
    </Card>
  );
}
