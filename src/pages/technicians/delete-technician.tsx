import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useWords } from '../../words/words.ts';
import { nameOf, type User } from './technician.ts';

export function DeleteTechnician({ user, onClose }: { user: User | undefined; onClose: () => void }): ReactNode {
  const t = useWords();
  const name = user ? nameOf(user) : '';
  const remove = useAct('removeUser', {
    done: t('technicians.deleted', { name }),
    failed: t('technicians.deleteFailed'),
    refresh: ['listUsers'],
  });
  const close = (): void => {
    remove.clear();
    onClose();
  };
  return (
    <ConfirmModal
      opened={user !== undefined}
      danger
      title={t('technicians.deleteTitle', { name })}
      text={t('technicians.deleteText', { name })}
      act={t('technicians.delete')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={close}
      onConfirm={() => {
        if (user) void remove.run({ params: { id: user.id } }).then((done) => done && close());
      }}
    />
  );
}
