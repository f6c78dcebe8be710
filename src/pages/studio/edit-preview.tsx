import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { loadEdited } from './load-edited.ts';
import { ScreenPreview } from './screen-preview.tsx';
import styles from './screen-editor.module.css';
import type { ShownFlow } from './use-shown-flow.ts';
import type { ScreenEdit } from './use-screen-edit.ts';

interface Props {
  flow: string;
  screen: string;
  edit: ScreenEdit;
}

interface Shown extends ShownFlow {
  /** Tells one document from the next. */
  key: string;
}

/** The screen as it would be published, in each state that shows it; the last one without errors while the document has some. */
export function EditPreview({ flow, screen, edit: { isChanged, kept, text } }: Props): ReactNode {
  const t = useWords();
  const sound = !isChanged ? 'in use' : kept !== undefined && kept.problems.length === 0 ? kept.text : undefined;
  const shown = useQuery<Shown, CallFailed>({
    queryKey: ['screenPreview', flow, screen, sound],
    enabled: sound !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      try {
        return { ...(await loadEdited(flow, screen, isChanged)), key: sound ?? '' };
      } catch (cause) {
        throw new CallFailed('offline', t('studio.notLoadedText'), { cause });
      }
    },
  });
  const waits = isChanged && (sound === undefined || kept?.text !== text);
  if (shown.data === undefined && !shown.isError && sound === undefined)
    return (
      <Card title={t('studio.preview')}>
        <p className={styles.quiet}>{t('studio.editor.previewWaits')}</p>
      </Card>
    );
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
            <ScreenPreview stamp={key} Stage={Stage} loaded={loaded} shown={states} />
          );
        }}
      </DataState>
    </div>
  );
}
