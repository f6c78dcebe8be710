import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { browserOf } from './user-agent.ts';

type Session = CallReply<'listSessions'>[number];

/** Where this person is signed in. */
export function Sessions(): ReactNode {
  const t = useWords();
  const sessions = useCall('listSessions');
  const [ending, setEnding] = useState<Session>();
  const end = useAct('endSession', {
    done: t('sessions.ended'),
    failed: t('sessions.endFailed'),
    refresh: ['listSessions'],
  });
  const nameOf = (session: Session): string => browserOf(session.userAgent) ?? t('sessions.unknown');
  return (
    <Card title={t('sessions.title')} count={sessions.data?.length} text={t('sessions.text')}>
      <DataState of={sessions} failed={t('sessions.failed')}>
        {(all) => (
          <div>
            {all.map((session) => (
              <SettingLine
                key={session.id}
                title={
                  <>
                    {nameOf(session)}
                    {session.current ? <Tag tone="good">{t('sessions.current')}</Tag> : null}
                  </>
                }
                note={
                  <>
                    <span className={parts.mono}>{session.ip}</span> · {t('sessions.seen')}{' '}
                    <When at={session.lastSeenAt} /> · {t('sessions.began')} <When at={session.createdAt} />
                  </>
                }
                actions={
                  session.current ? null : (
                    <Button variant="default" onClick={() => setEnding(session)}>
                      {t('sessions.end')}
                    </Button>
                  )
                }
              />
            ))}
          </div>
        )}
      </DataState>
      <ConfirmModal
        opened={ending !== undefined}
        danger
        title={t('sessions.endTitle', { name: ending ? nameOf(ending) : '' })}
        text={t('sessions.endText')}
        act={t('sessions.end')}
        busy={end.busy}
        failure={end.failure?.message}
        onClose={() => setEnding(undefined)}
        onConfirm={() =>
          ending && void end.run({ params: { id: ending.id } }).then((done) => done && setEnding(undefined))
        }
      />
    </Card>
  );
}
