import { SegmentedControl, Switch } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import type { Looks, ShownState, Stage as StageOf } from '../../gallery/preview.ts';
import { Card } from '../../parts/card.tsx';
import { Message } from '../../parts/message.tsx';
import { defaultLanguage, useWords } from '../../words/words.ts';
import { PreviewAnswers, type ChosenCase } from './preview-answers.tsx';
import { PreviewColours } from './preview-colours.tsx';
import { PreviewLanguage, SpokenAround } from './preview-language.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import styles from './studio.module.css';
import { TextEditing, type OnText } from './text-editing.tsx';
import { useSpokenFlow } from './use-spoken-flow.ts';

const widths = ['390', '768', 'full'] as const;
const modes = ['NEW', 'EDIT'] as const;

interface Props {
  Stage: typeof StageOf;
  loaded: LoadedFlow;
  /** The ways in which the state was reached, one of each mode. */
  shown: readonly ShownState[];
  /** Of a screen that is being changed: another one for each of its documents. */
  stamp?: string;
  language: string;
  onLanguage: (language: string) => void;
  /** Of a screen that is being changed: its texts can be changed where they stand. */
  onText?: OnText;
}

/** The screen of a state as a technician sees it. Once it is tried its buttons work; its effects are made up. */
export function ScreenPreview({ Stage, loaded, shown, stamp = '', language, onLanguage, onText }: Props): ReactNode {
  const t = useWords();
  const [mode, setMode] = useState<string>('NEW');
  const [width, setWidth] = useState<string>('full');
  const [alive, setAlive] = useState(false);
  const [choice, setChoice] = useState<{ place: string; chosen: ChosenCase | undefined }>();
  const [refused, setRefused] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const spoken = useSpokenFlow(loaded, language);
  const state = shown.find((each) => each.mode === mode) ?? shown[0];
  const place = `${loaded.flow.id} ${state?.path}`;
  const choose = useCallback((chosen: ChosenCase | undefined) => setChoice({ place, chosen }), [place]);
  const chosen = choice?.place === place ? choice.chosen : undefined;
  if (state === undefined)
    return (
      <Card title={t('studio.preview')}>
        <Message
          icon={<IconEyeOff size={28} stroke={1.5} />}
          title={t('studio.noScreen')}
          text={t('studio.noScreenText')}
        />
      </Card>
    );
  // Only the English stands in the document.
  const editsTexts = isEditing && !alive && language === defaultLanguage;
  const screen = loaded.screens[state.screen];
  const looks: Looks = {
    errors: chosen?.of.kind === 'refused',
    refusal: refused,
    busy: false,
    effects: 'succeed',
    ...(chosen && { answers: chosen.of.data }),
  };
  const look = [
    state.mode,
    state.path,
    looks.errors,
    refused,
    chosen?.id,
    chosen?.round,
    alive,
    stamp,
    spoken.language,
  ];
  return (
    <Card title={t('studio.preview')} text={t('studio.previewText')} flush>
      <div className={styles.bar} role="toolbar" aria-label={t('studio.look')}>
        {shown.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label={t('studio.mode')}
            data={modes.map((value) => ({ value, label: t(`studio.modes.${value}`) }))}
            value={state.mode}
            onChange={setMode}
          />
        ) : null}
        <SegmentedControl
          size="xs"
          aria-label={t('studio.width')}
          data={widths.map((value) => ({ value, label: t(`studio.widths.${value}`) }))}
          value={width}
          onChange={setWidth}
        />
        <PreviewColours />
        <PreviewLanguage loaded={loaded} language={language} onLanguage={onLanguage} />
        {screen?.document.schema === undefined ? null : (
          <PreviewAnswers screen={screen} chosen={chosen} onChoose={choose} />
        )}
        <Switch
          size="xs"
          label={t('studio.tryIt')}
          checked={alive}
          onChange={(event) => setAlive(event.currentTarget.checked)}
        />
        {onText === undefined ? null : (
          <Switch
            size="xs"
            label={t('studio.editTexts')}
            checked={editsTexts}
            disabled={alive || language !== defaultLanguage}
            onChange={(event) => setEditing(event.currentTarget.checked)}
          />
        )}
        <Switch
          size="xs"
          label={t('studio.refusedLook')}
          checked={refused}
          onChange={(event) => setRefused(event.currentTarget.checked)}
        />
      </div>
      {editsTexts ? <p className={styles.editingHelp}>{t('studio.editTextsHelp')}</p> : null}
      <div className={styles.desk}>
        <div
          ref={frame}
          className={styles.frame}
          data-presentation={loaded.flow.presentation}
          style={width === 'full' ? {} : { width: Number(width) }}
          inert={!alive}
        >
          <SpokenAround language={spoken.language}>
            <ScreenBoundary stamp={JSON.stringify(look)}>
              <Stage shown={spoken.spoken} state={state} looks={looks} />
            </ScreenBoundary>
          </SpokenAround>
        </div>
        {editsTexts && onText !== undefined && screen !== undefined ? (
          <TextEditing frame={frame} document={screen.document} onText={onText} />
        ) : null}
      </div>
    </Card>
  );
}
