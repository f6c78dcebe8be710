import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';

type Token = CallReply<'listEnrollments'>['items'][number];

/** Enrolment tokens in force, each of which can be revoked. Nothing is shown while there is none. */
export function EnrollmentTokens(): ReactNode {
  const t = useWords();
  const tokens = useCall('listEnrollments', { query: { limit: 100 } });
  const [revoking, setRevoking] = useState<Token>();
  const revoke = useAct('removeEnrollment', {
    done: t('devices.revoked'),
    failed: t('devices.revokeFailed'),
    refresh: ['listEnrollments'],
  });
  if (!tokens.data || tokens.data.total === 0) return null;
  const placeOf = ({ clientName, locationName }: Token) =>
    t('devices.tokenPlace', { organization: clientName, location: locationName });
  const close = (): void => {
    revoke.clear();
    setRevoking(undefined);
  };
  return (
    <Card title={t('devices.tokens')} count={tokens.data.total} text={t('devices.tokensText')}>
      {tokens.data.items.map((token) => (
        <SettingLine
          key={token.id}
          title={placeOf(token)}
          note={
            <>
              {t('devices.tokenUses', { used: token.used, uses: token.uses })} · {t('devices.tokenUntil')}{' '}
              <When at={token.expiresAt} />
              {token.createdBy === '' ? null : <> · {t('devices.tokenBy', { name: token.createdBy })}</>}
            </>
          }
          actions={
            <Button variant="default" onClick={() => setRevoking(token)}>
              {t('devices.revoke')}
            </Button>
          }
        />
      ))}
      <ConfirmModal
        opened={revoking !== undefined}
        danger
        title={t('devices.revokeTitle', { place: revoking ? placeOf(revoking) : '' })}
        text={t('devices.revokeText')}
        act={t('devices.revoke')}
        busy={revoke.busy}
        failure={revoke.failure?.message}
        onClose={close}
        onConfirm={() => revoking && void revoke.run({ params: { id: revoking.id } }).then((done) => done && close())}
      />
    </Card>
  );
}
