import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { readMe, useMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { SecurityKeys } from './security-keys.tsx';
import { TextPhone } from './text-phone.tsx';

function RemoveTotp({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const t = useWords();
  const remove = useAct('removeTotp', {
    done: t('totp.removed'),
    failed: t('totp.removeFailed'),
    refresh: ['listSessions', 'listUsers'],
  });
  const close = (): void => {
    remove.clear();
    onClose();
  };
  const go = async (): Promise<void> => {
    if (!(await remove.run({}))) return;
    close();
    await readMe().catch(() => undefined);
  };
  return (
    <ConfirmModal
      opened={opened}
      danger
      title={t('totp.removeTitle')}
      text={t('totp.removeText')}
      act={t('totp.remove')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={close}
      onConfirm={() => void go()}
    />
  );
}

/** Password and second factors, each changed by its own flow. */
export function Security(): ReactNode {
  const t = useWords();
  const me = useMe();
  const refresh = useRefresh();
  const [flow, setFlow] = useState<'password' | 'totp'>();
  const [removing, setRemoving] = useState(false);
  const ended = (): void => {
    setFlow(undefined);
    // Both end the other sessions; the second factor shows in the profile.
    refresh('listSessions', 'listUsers');
    readMe().catch(() => undefined);
  };
  return (
    <>
      <SettingLine
        title={t('profile.password')}
        note={t('profile.passwordText')}
        actions={
          <Button variant="default" onClick={() => setFlow('password')}>
            {t('profile.changePassword')}
          </Button>
        }
      />
      <SettingLine
        title={
          <>
            {t('totp.title')}
            {me.totpEnabled ? <Tag tone="good">{t('on')}</Tag> : <Tag>{t('off')}</Tag>}
          </>
        }
        note={me.totpEnabled ? t('totp.onText') : t('totp.offText')}
        actions={
          me.totpEnabled ? (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('totp.remove')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setFlow('totp')}>
              {t('totp.setUp')}
            </Button>
          )
        }
      />
      <SecurityKeys />
      <TextPhone />
      {flow ? <FlowHost flowId={flow} mode="NEW" onEnded={ended} /> : null}
      <RemoveTotp opened={removing} onClose={() => setRemoving(false)} />
    </>
  );
}
