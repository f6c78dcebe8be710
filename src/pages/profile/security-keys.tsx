import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { When } from '../../parts/when.tsx';
import { readMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

type Key = CallReply<'listSecurityKeys'>[number];

function RemoveKey({ of, onClose }: { of: Key | undefined; onClose: () => void }): ReactNode {
  const t = useWords();
  const remove = useAct('removeSecurityKey', {
    done: t('securityKeys.removed'),
    failed: t('securityKeys.removeFailed'),
    refresh: ['listSecurityKeys', 'listSessions', 'listUsers'],
  });
  const close = (): void => {
    remove.clear();
    onClose();
  };
  const go = async ({ id }: Key): Promise<void> => {
    if (!(await remove.run({ params: { id } }))) return;
    close();
    await readMe().catch(() => undefined);
  };
  return (
    <ConfirmModal
      opened={of !== undefined}
      danger
      title={t('securityKeys.removeTitle', { name: of?.name ?? '' })}
      text={t('securityKeys.removeText')}
      act={t('securityKeys.remove')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={close}
      onConfirm={() => of && void go(of)}
    />
  );
}

/** Security keys and passkeys: each has a name, and is added by a flow of its own. */
export function SecurityKeys(): ReactNode {
  const t = useWords();
  const keys = useCall('listSecurityKeys');
  const refresh = useRefresh();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Key>();
  const ended = (): void => {
    setAdding(false);
    // A new key ends the other sessions; the second factor shows in the profile.
    refresh('listSecurityKeys', 'listSessions', 'listUsers');
    readMe().catch(() => undefined);
  };
  return (
    <>
      <SettingLine
        title={
          <>
            {t('securityKeys.title')}
            {keys.data ? (
              <Tag {...(keys.data.length > 0 && { tone: 'good' })}>{t(keys.data.length > 0 ? 'on' : 'off')}</Tag>
            ) : null}
          </>
        }
        note={t('securityKeys.text')}
        actions={
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('securityKeys.add')}
          </Button>
        }
      />
      <DataState of={keys} failed={t('securityKeys.failed')}>
        {(all) =>
          all.map((key) => (
            <SettingLine
              key={key.id}
              title={key.name}
              note={
                <>
                  {key.lastUsedAt ? (
                    <>
                      {t('securityKeys.used')} <When at={key.lastUsedAt} />
                    </>
                  ) : (
                    t('securityKeys.neverUsed')
                  )}{' '}
                  · {t('securityKeys.added')} <When at={key.createdAt} />
                </>
              }
              actions={
                <Button
                  variant="default"
                  aria-label={t('securityKeys.removeTitle', { name: key.name })}
                  onClick={() => setRemoving(key)}
                >
                  {t('securityKeys.remove')}
                </Button>
              }
            />
          ))
        }
      </DataState>
      {adding ? <FlowHost flowId="security-key" mode="NEW" onEnded={ended} /> : null}
      <RemoveKey of={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
}
