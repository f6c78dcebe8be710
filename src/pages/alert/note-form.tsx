import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import note from '#schemas/alert/note.json?screen';
import { useAct } from '../../data/use-act.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { useWords } from '../../words/words.ts';
import styles from './alert.module.css';

/** Adds a note to the timeline; empty again once it is there. */
export function NoteForm({ alertId }: { alertId: number }): ReactNode {
  const t = useWords();
  const [added, setAdded] = useState(0);
  const add = useAct('addAlertNote', {
    done: t('alerts.noteAdded'),
    failed: t('alerts.noteFailed'),
    refresh: ['readAlert'],
  });
  return (
    <div className={styles.note}>
      <DocumentForm
        key={added}
        screen={note}
        stored={{}}
        busy={add.busy}
        failure={add.failure}
        onSave={async (answers) => {
          const done = await add.run({ params: { id: alertId }, body: { note: String(answers['note']) } });
          if (done) setAdded(added + 1);
          return done !== undefined;
        }}
        foot={() => (
          <div className={styles.noteFoot}>
            <Button type="submit" variant="default" loading={add.busy}>
              {t('alerts.addNote')}
            </Button>
          </div>
        )}
      />
    </div>
  );
}
