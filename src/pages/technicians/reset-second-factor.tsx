import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useWords } from '../../words/words.ts';
import { nameOf, type User } from './technician.ts';

/** For somebody who lost their authenticator app and recovery codes. */
export function ResetSecondFactor({ user, onClose }: { user: User | undefined; onClose: () => void }): ReactNode {
  const t = useWords();
  const name = user ? nameOf(user) : '';
  const reset = useAct('resetSecondFactor', {
    done: t('technicians.factorReset', { name }),
    failed: t('technicians.factorResetFailed'),
    refresh: ['listUsers'],
  });
  const close = (): void => {
    reset.clear();
    onClose();
  };
  return (
    <ConfirmModal
      opened={user !== undefined}
      danger
      title={t('technicians.factorResetTitle', { name })}
      text={t('technicians.factorResetText', { name })}
      act={t('technicians.factorResetAct')}
      busy={reset.busy}
      failure={reset.failure?.message}
      onClose={close}
      onConfirm={() => {
        if (user) void reset.run({ params: { id: user.id } }).then((done) => done && close());
      }}
    />
  );
}
