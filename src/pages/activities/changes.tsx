import { Button, Group, Modal, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './activities.module.css';

export type Activity = CallReply<'listActivities'>['items'][number];
type Change = Activity['changes'][number];

/** The first field that changed in a few words, and the door to all of them. */
export function ChangesButton({ activity, onOpen }: { activity: Activity; onOpen: () => void }): ReactNode {
  const t = useWords();
  const { changes, summary } = activity;
  const [first, ...others] = changes;
  if (!first) return null;
  const { field, from, to } = first;
  const words = from === null && to === null ? field : `${field}: ${from || '–'} → ${to || '–'}`;
  const shown = others.length > 0 ? `${words} +${others.length}` : words;
  return (
    <UnstyledButton
      className={styles.change}
      fz={13}
      // People who speak to their computer say the words that they see.
      aria-label={`${t('activities.changesOf', { summary })}. ${shown}`}
      title={words}
      onClick={onOpen}
    >
      {shown}
    </UnstyledButton>
  );
}

/** What an activity changed, field by field. */
export function ChangesModal({ activity, onClose }: { activity: Activity; onClose: () => void }): ReactNode {
  const t = useWords();
  const { summary, changes, actorName, at } = activity;
  return (
    <Modal opened onClose={onClose} size={640} title={summary} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={styles.kind} style={{ marginTop: 0 }}>
        {actorName || t('activities.system')} · <When at={at} />
      </p>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{t('activities.field')}</th>
            <th scope="col">{t('activities.before')}</th>
            <th scope="col">{t('activities.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow key={change.field} change={change} />
          ))}
        </tbody>
      </table>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
    </Modal>
  );
}

function ChangeRow({ change: { field, from, to } }: { change: Change }): ReactNode {
  const t = useWords();
  return (
    <tr>
      <th scope="row">{field}</th>
      {from === null && to === null ? (
        <td colSpan={2} className={styles.kind}>
          {t('activities.hidden')}
        </td>
      ) : (
        <>
          <td>{from || '–'}</td>
          <td>{to || '–'}</td>
        </>
      )}
    </tr>
  );
}
