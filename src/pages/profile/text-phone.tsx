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

/** Codes by text message: the number, set up and changed by a flow. */
export function TextPhone(): ReactNode {
  const t = useWords();
  const { textPhone } = useMe();
  const refresh = useRefresh();
  const [settingUp, setSettingUp] = useState(false);
  const [removing, setRemoving] = useState(false);
  const remove = useAct('removeTextPhone', {
    done: t('textPhone.removed'),
    failed: t('textPhone.removeFailed'),
    refresh: ['listSessions', 'listUsers'],
  });
  const ended = (): void => {
    setSettingUp(false);
    // A new number ends the other sessions; the second factor shows in the profile.
    refresh('listSessions', 'listUsers');
    readMe().catch(() => undefined);
  };
  const close = (): void => {
    remove.clear();
    setRemoving(false);
  };
  const go = async (): Promise<void> => {
    if (!(await remove.run({}))) return;
    close();
    await readMe().catch(() => undefined);
  };
  return (
    <>
      <SettingLine
        title={
          <>
            {t('textPhone.title')}
            {textPhone === null ? <Tag>{t('off')}</Tag> : <Tag tone="good">{t('on')}</Tag>}
          </>
        }
        note={textPhone === null ? t('textPhone.offText') : t('textPhone.onText', { phone: textPhone })}
        actions={
          <>
            <Button variant="default" onClick={() => setSettingUp(true)}>
              {t(textPhone === null ? 'textPhone.setUp' : 'textPhone.change')}
            </Button>
            {textPhone === null ? null : (
              <Button variant="default" onClick={() => setRemoving(true)}>
                {t('textPhone.remove')}
              </Button>
            )}
          </>
        }
      />
      {settingUp ? <FlowHost flowId="text-messages" mode="NEW" onEnded={ended} /> : null}
      <ConfirmModal
        opened={removing}
        danger
        title={t('textPhone.remove')}
        text={t('textPhone.removeText')}
        act={t('textPhone.remove')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => void go()}
      />
    </>
  );
}
