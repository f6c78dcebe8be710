import { Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { longestCaseName } from '#api/contract/workbench.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { withoutSecrets } from '#engine/flow/secrets.ts';
import { useAct } from '../../data/use-act.ts';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import type { Looks, ShownState, Stage as StageOf } from '../../gallery/preview.ts';
import { useWords } from '../../words/words.ts';
import styles from './workbench.module.css';

interface Props {
  loaded: LoadedFlow;
  Stage: typeof StageOf;
  state: ShownState;
  onClose: () => void;
}

const looks: Looks = { errors: false, refusal: false, busy: false, effects: 'wait' };

/** Asks for the name of a case, and for its answers on the screen itself: its own button adds the case. */
export function AddCaseModal({ loaded, Stage, state, onClose }: Props): ReactNode {
  const t = useWords();
  const [name, setName] = useState('');
  const [isAsked, setAsked] = useState(false);
  const add = useAct('addAssertion', { failed: t('workbench.case.failed'), refresh: ['listAssertions'] });
  const screen = loaded.screens[state.screen];
  const submit = async (data: Answers): Promise<void> => {
    setAsked(true);
    if (name.trim() === '' || screen === undefined) return;
    const body = {
      state: state.path,
      kind: 'case' as const,
      text: name.trim(),
      screen: state.screen,
      answers: withoutSecrets(data, screen.secrets).data,
    };
    if (await add.run({ params: { flow: loaded.flow.id }, body })) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('workbench.case.addTitle', { state: state.path })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={styles.stack}>
        <TextInput
          label={t('workbench.case.name')}
          description={t('workbench.case.nameText')}
          required
          maxLength={longestCaseName}
          value={name}
          error={
            isAsked && name.trim() === ''
              ? t('workbench.case.noName')
              : (add.failure?.fields?.['/text'] ?? add.failure?.message)
          }
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={styles.caseScreen} data-presentation={loaded.flow.presentation}>
          <Stage shown={loaded} state={state} looks={looks} onSubmit={(data) => void submit(data)} />
        </div>
      </div>
    </Modal>
  );
}
