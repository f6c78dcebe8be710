import { Button, Select, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { callFile } from '#api/client.ts';
import { assertionKinds, longestAssertion } from '#api/contract/workbench.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { useWords } from '../../words/words.ts';
import { AddedItem } from './added-item.tsx';
import styles from './workbench.module.css';

/** What testers ask of a state in every run: words that it says, and buttons that it offers. */
export function AssertionsCard({ flow, state }: { flow: string; state: string }): ReactNode {
  const t = useWords();
  const asked = useCall('listAssertions', { params: { flow } });
  const [kind, setKind] = useState<(typeof assertionKinds)[number]>('says');
  const [text, setText] = useState('');
  const add = useAct('addAssertion', { failed: t('workbench.assertionFailed'), refresh: ['listAssertions'] });
  const { busy, save } = useSaveFile(t('workbench.exportFailed'));
  const own = (asked.data ?? []).filter((one) => one.state === state);
  const said = own.filter(({ kind: of }) => of !== 'case');
  const submit = async (): Promise<void> => {
    const added = await add.run({ params: { flow }, body: { state, kind, text: text.trim() } });
    if (added) setText('');
  };
  return (
    <Card
      title={t('workbench.assertions')}
      text={t('workbench.assertionsText', { state })}
      count={said.length}
      flush
      actions={
        own.length === 0 ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={busy}
            onClick={() => void save(() => callFile('exportAssertions', { params: { flow, state } }), `${state}.json`)}
          >
            {t('workbench.exportAssertions')}
          </Button>
        )
      }
    >
      <DataState of={asked} failed={t('workbench.assertionsFailed')}>
        {() => (
          <ul className={styles.assertions}>
            {said.map(({ kind: asks, text: words, ...added }) => (
              <AddedItem
                key={added.id}
                added={added}
                remove={{
                  call: 'removeAssertion',
                  label: t('workbench.removeAssertion', { text: words }),
                  failed: t('workbench.removeAssertionFailed'),
                  done: t('workbench.removed', { name: words }),
                  undo: async () =>
                    (await add.run({ params: { flow }, body: { state, kind: asks, text: words } })) !== undefined,
                }}
              >
                <span className={styles.quiet}>{t(`workbench.assertionKind.${asks}`)}</span>
                <span className={styles.assertion}>{words}</span>
              </AddedItem>
            ))}
          </ul>
        )}
      </DataState>
      <form
        className={styles.addAssertion}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Select
          aria-label={t('workbench.assertionKindLabel')}
          allowDeselect={false}
          data={assertionKinds.map((value) => ({ value, label: t(`workbench.assertionKind.${value}`) }))}
          value={kind}
          onChange={(chosen) => setKind(chosen as typeof kind)}
        />
        <TextInput
          aria-label={t('workbench.assertionText')}
          placeholder={t('workbench.assertionText')}
          maxLength={longestAssertion}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={add.busy} disabled={text.trim() === ''}>
          {t('workbench.addAssertion')}
        </Button>
      </form>
    </Card>
  );
}
