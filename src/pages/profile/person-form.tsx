import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import person from '#schemas/profile/person.json?screen';
import { useAct } from '../../data/use-act.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { SaveFoot } from '../../parts/save-foot.tsx';
import { setMe, useMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import styles from './profile.module.css';

export function PersonForm(): ReactNode {
  const t = useWords();
  const me = useMe();
  const save = useAct('saveProfile', {
    done: t('profile.saved'),
    failed: t('profile.saveFailed'),
    refresh: ['listUsers'],
  });
  return (
    <DocumentForm
      screen={person}
      stored={{ ...me }}
      busy={save.busy}
      failure={save.failure}
      onSave={async (body) => {
        const reply = await save.run({ body });
        if (reply) setMe(reply.user);
        return reply !== undefined;
      }}
      foot={({ changed, reset }) => (
        <>
          <TextInput
            className={styles.email}
            label={t('profile.email')}
            description={t('profile.emailText')}
            value={me.email}
            readOnly
            variant="filled"
          />
          <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
        </>
      )}
    />
  );
}
