import { TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useEdited } from '../../data/use-edited.ts';
import { SaveFoot } from '../../parts/save-foot.tsx';
import styles from '../../parts/settings.module.css';
import { setMe, useMe } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

export function PersonForm(): ReactNode {
  const t = useWords();
  const me = useMe();
  const { value, set, changed, reset } = useEdited({ firstName: me.firstName, lastName: me.lastName });
  const save = useAct('saveProfile', {
    done: t('profile.saved'),
    failed: t('profile.saveFailed'),
    refresh: ['listUsers'],
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const reply = await save.run({ body: value });
    if (!reply) return;
    setMe(reply.user);
    reset();
  };
  const fields = save.failure?.fields ?? {};
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <TextInput
          label={t('profile.firstName')}
          value={value.firstName}
          onChange={(event) => set({ firstName: event.currentTarget.value })}
          autoComplete="given-name"
          error={fields['/firstName']}
        />
        <TextInput
          label={t('profile.lastName')}
          value={value.lastName}
          onChange={(event) => set({ lastName: event.currentTarget.value })}
          autoComplete="family-name"
          error={fields['/lastName']}
        />
        <TextInput
          className={styles.whole}
          label={t('profile.email')}
          description={t('profile.emailText')}
          value={me.email}
          readOnly
          variant="filled"
        />
      </div>
      <SaveFoot changed={changed} busy={save.busy} failure={save.failure} onReset={reset} />
    </form>
  );
}
