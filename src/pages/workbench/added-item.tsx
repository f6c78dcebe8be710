import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useUndoMessage } from '../../parts/undo-message.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './workbench.module.css';

interface Props {
  /** What a tester added, by whom and when. */
  added: { id: number; addedBy: string; addedAt: string };
  remove: {
    call: keyof typeof lists;
    label: string;
    failed: string;
    done: string;
    /** Adds the same again, as this user; resolves with whether it is added. */
    undo: () => Promise<boolean>;
  };
  children: ReactNode;
}

/** The list that each call changes. */
const lists = { removeAssertion: 'listAssertions', removeKeptPath: 'listKeptPaths' } as const;

/** A line of what testers added to a flow, with who added it and when, and a button that removes it, which can be undone. */
export function AddedItem({ added: { id, addedBy, addedAt }, remove, children }: Props): ReactNode {
  const t = useWords();
  const offerUndo = useUndoMessage();
  const { busy, run } = useAct(remove.call, { failed: remove.failed, refresh: [lists[remove.call]] });
  return (
    <li>
      {children}
      <span className={styles.quiet}>
        {addedBy || t('workbench.deletedUser')} · <When at={addedAt} />
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={remove.label}
        loading={busy}
        onClick={() => void run({ params: { id } }).then((removed) => removed && offerUndo(remove.done, remove.undo))}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}
