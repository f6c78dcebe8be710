import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import type { OnText } from './text-editing.tsx';
import { ScreenPreview } from './screen-preview.tsx';
import styles from './screen-editor.module.css';
import type { useEditedFlow } from './use-edited-flow.ts';
import type { ScreenEdit } from './use-screen-edit.ts';

interface Props {
  screen: string;
  edit: ScreenEdit;
  edited: ReturnType<typeof useEditedFlow>;
  language: string;
  onLanguage: (language: string) => void;
  onText: OnText;
}

/** The screen as it would be published, in each state that shows it; the last one without errors, or the one in use, while the document has some. */
export function EditPreview({ screen, edit, edited: { shown, sound }, ...spoken }: Props): ReactNode {
  const t = useWords();
  const { isChanged, kept, text } = edit;
  const waits = isChanged && (sound === undefined || kept?.text !== text);
  return (
    <div className={styles.preview} data-waits={waits || undefined}>
      <DataState of={shown} failed={t('studio.notLoaded')}>
        {({ loaded, preview: { Stage, statesOf }, key }) => {
          const states = statesOf(loaded).filter((state) => state.screen === screen && !state.busy);
          return states.length === 0 ? (
            <Card title={t('studio.preview')}>
              <Message
                icon={<IconEyeOff size={28} stroke={1.5} />}
                title={t('studio.editor.noPreview')}
                text={t('studio.editor.noPreviewText')}
              />
            </Card>
          ) : (
            <ScreenPreview stamp={key} Stage={Stage} loaded={loaded} shown={states} {...spoken} />
          );
        }}
      </DataState>
    </div>
  );
}
